export { describe, describeOther, formatPath } from "../../model/issues.js";
export { isPlainObject, type PlainObject } from "../../model/kinds.js";
export { getOwn, MAX_DEPTH, setOwn } from "../../model/values.js";
