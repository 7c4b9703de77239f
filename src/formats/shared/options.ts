export type { ConversionNote, FromOptions, ToOptions } from "../../index.js";
