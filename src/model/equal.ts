import { kindOf } from "./kinds.js";
import { keysOfError } from "./values.js";

/** Whether two free-form values are the same, key order of objects aside. O(values). */
export function equalValues(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const kind = kindOf(one);
  if (kind !== kindOf(other)) return false;
  switch (kind) {
    case "object": {
      const keys = Object.keys(one);
      if (keys.length !== Object.keys(other).length) return false;
      return keys.every((key) => Object.hasOwn(other, key) && equalValues(member(one, key), member(other, key)));
    }
    case "array":
      return equalLists(one as readonly unknown[], other as readonly unknown[]);
    case "Map":
      return equalLists([...(one as Map<unknown, unknown>)].flat(), [...(other as Map<unknown, unknown>)].flat());
    case "Set":
      return equalLists([...(one as Set<unknown>)], [...(other as Set<unknown>)]);
    case "bytes":
    case "typed-array":
      return (
        Object.getPrototypeOf(one) === Object.getPrototypeOf(other) &&
        equalLists(one as unknown as ArrayLike<unknown>, other as unknown as ArrayLike<unknown>)
      );
    case "Date":
      return (one as Date).getTime() === (other as Date).getTime();
    case "Error": {
      if ((one as Error).name !== (other as Error).name || (one as Error).message !== (other as Error).message)
        return false;
      const keys = keysOfError(one as Error);
      return (
        equalLists(keys, keysOfError(other as Error)) &&
        keys.every((key) => equalValues(member(one, key), member(other, key)))
      );
    }
    default:
      return String(one) === String(other);
  }
}

function member(value: object, key: string): unknown {
  return (value as Record<string, unknown>)[key];
}

function equalLists(one: ArrayLike<unknown>, other: ArrayLike<unknown>): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (!equalValues(one[index], other[index])) return false;
  return true;
}
