const ERRORS = "https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/";

/** Tells typedoc where links lead that leave their module: to the root export, or to an error of the language. */
export function load({ converter }) {
  converter.addUnknownSymbolResolver(({ symbolReference }, from) => {
    const names = symbolReference?.path?.map(({ path }) => path) ?? [];
    if (names[0] === "TypeError" || names[0] === "RangeError") return `${ERRORS}${names[0]}`;
    const target = from.project.getChildByName(["index", ...names]);
    return target && { target };
  });
}
