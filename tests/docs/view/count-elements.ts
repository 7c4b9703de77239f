// Stands for react/jsx-runtime in the bundle of the view, and counts: a render of an entry makes one list item.
import * as runtime from "react/jsx-runtime";

/** How many list items were made. */
export const made = { items: 0 };

const counting =
  (create: typeof runtime.jsx): typeof runtime.jsx =>
  (type, props, key) => {
    if (type === "li") made.items += 1;
    return create(type, props, key);
  };

export const { Fragment } = runtime;
export const jsx = counting(runtime.jsx);
export const jsxs = counting(runtime.jsxs);
