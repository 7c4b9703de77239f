import { List } from "immutable";

export const isShared = true;
export const empty = List();
export const append = (list, text) => list.push({ role: "user", text });

export const lengthOf = (list) => list.size;
