import { kindOf } from "./kinds.js";
import { keysOfError } from "./error-values.js";
import { MAX_DEPTH } from "./values.js";

/** Whether two free-form values are the same, key order of objects aside. What is too deep to be kept equals nothing. O(values). */
export function equalValues(one: unknown, other: unknown, depth = 0): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  // A value may stand a few levels deep in a part.
  if (depth > 2 * MAX_DEPTH) return false;
  const kind = kindOf(one);
  if (kind !== kindOf(other)) return false;
  switch (kind) {
    case "object": {
      const keys = Object.keys(one);
      if (keys.length !== Object.keys(other).length) return false;
      return keys.every(
        (key) => Object.hasOwn(other, key) && equalValues(member(one, key), member(other, key), depth + 1),
      );
    }
    case "array":
      return equalLists(one as readonly unknown[], other as readonly unknown[], depth + 1);
    case "Map":
      return equalLists(
        [...(one as Map<unknown, unknown>)].flat(),
        [...(other as Map<unknown, unknown>)].flat(),
        depth + 1,
      );
    case "Set":
      return equalLists([...(one as Set<unknown>)], [...(other as Set<unknown>)], depth + 1);
    case "bytes":
    case "typed-array":
      return (
        Object.getPrototypeOf(one) === Object.getPrototypeOf(other) &&
        equalLists(one as unknown as ArrayLike<unknown>, other as unknown as ArrayLike<unknown>, depth + 1)
      );
    case "Date":
      return (one as Date).getTime() === (other as Date).getTime();
    case "Error": {
      if ((one as Error).name !== (other as Error).name || (one as Error).message !== (other as Error).message)
        return false;
      const keys = keysOfError(one as Error);
      return (
        equalLists(keys, keysOfError(other as Error), depth + 1) &&
        keys.every((key) => equalValues(member(one, key), member(other, key), depth + 1))
      );
    }
    default:
      return String(one) === String(other);
  }
}

function member(value: object, key: string): unknown {
  return (value as Record<string, unknown>)[key];
}

function equalLists(one: ArrayLike<unknown>, other: ArrayLike<unknown>, depth: number): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (!equalValues(one[index], other[index], depth)) return false;
  return true;
}
