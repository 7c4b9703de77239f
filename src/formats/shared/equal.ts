export { equalValues } from "../../model/equal.js";
