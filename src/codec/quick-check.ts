import type { GenericSchema } from "valibot";
import { isPlainObject } from "../model/kinds.js";

type Check = (value: unknown) => boolean;

const anything = (): boolean => true;

/**
 * Makes a yes-or-no check of a schema, once: some forty times as fast as asking the schema itself.
 *
 * The schema stays the only truth. It knows the kinds of schema that the document uses, and throws on any other. Other
 * than valibot it takes no array for an object.
 *
 * @param free - what free-form values must pass beside, and whatever stands under keys that the schema does not know
 */
export function quickCheck(schema: GenericSchema, free: Check = anything): Check {
  const node = schema as unknown as SchemaNode;
  if (node.pipe !== undefined)
    return checkAll(
      [...node.pipe].map((step, index) => (index === 0 ? quickCheck(bare(step), free) : checkAction(step))),
    );
  const make = KINDS[node.type];
  if (make === undefined) throw new Error(`Cannot check a schema of the type ${node.type}`);
  return make(node, free);
}

/** What this file reads of valibot's schemas and actions. */
interface SchemaNode {
  readonly type: string;
  readonly pipe?: readonly SchemaNode[];
  readonly entries?: Readonly<Record<string, SchemaNode>>;
  readonly item?: SchemaNode;
  readonly options?: readonly unknown[];
  readonly key?: string;
  readonly literal?: unknown;
  readonly wrapped?: SchemaNode;
  readonly check?: Check;
  readonly requirement?: unknown;
}

const KINDS: Readonly<Record<string, (node: SchemaNode, free: Check) => Check>> = {
  string: () => (value) => typeof value === "string",
  boolean: () => (value) => typeof value === "boolean",
  number: () => (value) => typeof value === "number" && !Number.isNaN(value),
  unknown: (_, free) => free,
  never: () => () => false,
  literal: (node) => (value) => value === node.literal,
  picklist: (node) => (value) => node.options!.includes(value),
  custom: (node, free) => checkAll([node.check!, free]),
  optional: (node, free) => {
    const check = quickCheck(bare(node.wrapped!), free);
    return (value) => value === undefined || check(value);
  },
  array: (node, free) => {
    const check = quickCheck(bare(node.item!), free);
    return (value) => Array.isArray(value) && areAll(value, check);
  },
  union: (node, free) => {
    return checkAny(node.options!.map((option) => quickCheck(option as GenericSchema, free)));
  },
  variant: (node, free) => checkVariant(node, free),
  loose_object: (node, free) => checkObject(node, free),
};

function checkVariant(node: SchemaNode, free: Check): Check {
  const key = node.key!;
  const byLiteral = new Map<unknown, Check>();
  const others: Check[] = [];
  for (const option of node.options as readonly SchemaNode[]) {
    const check = quickCheck(bare(option), free);
    const named = (option.entries ?? option.pipe![0]!.entries!)[key]!;
    if (named.type === "literal") byLiteral.set(named.literal, check);
    else others.push(check);
  }
  const isOther = checkAny(others);
  return (value) => {
    if (!isPlainObject(value)) return false;
    const check = byLiteral.get(value[key]);
    return check === undefined ? isOther(value) : check(value);
  };
}

function checkObject(node: SchemaNode, free: Check): Check {
  const fields = Object.entries(node.entries!);
  const required = fields.flatMap(([key, schema]) => (schema.type === "optional" ? [] : [key]));
  const checks = new Map(fields.map(([key, schema]) => [key, quickCheck(bare(schema), free)]));
  const inherited = [...checks].filter(([key]) => key in Object.prototype);
  // An object has far fewer keys than it could have, so that its own are looked up and not all that are known.
  return (value) => {
    if (!isPlainObject(value)) return false;
    for (const key of required) if (!Object.hasOwn(value, key)) return false;
    for (const [key, check] of inherited) if (!check(value[key])) return false;
    for (const key in value) {
      if (!(checks.get(key) ?? free)(value[key])) return false;
    }
    return true;
  };
}

function checkAction(action: SchemaNode): Check {
  const { requirement } = action;
  switch (action.type) {
    case "check":
      return requirement as Check;
    case "regex":
      return (value) => (requirement as RegExp).test(value as string);
    case "non_empty":
      return (value) => (value as string).length > 0;
    case "not_value":
      return (value) => value !== requirement;
    case "not_values": {
      const refused = new Set(requirement as readonly unknown[]);
      return (value) => !refused.has(value);
    }
    case "integer":
      return Number.isInteger;
    case "min_value":
      return (value) => (value as number) >= (requirement as number);
    default:
      throw new Error(`Cannot check an action of the type ${action.type}`);
  }
}

// Loops, since these run for every entry: a callback for each would leave work to the garbage collector.

function checkAll(checks: readonly Check[]): Check {
  return (value) => {
    for (const check of checks) if (!check(value)) return false;
    return true;
  };
}

function checkAny(checks: readonly Check[]): Check {
  return (value) => {
    for (const check of checks) if (check(value)) return true;
    return false;
  };
}

function areAll(values: readonly unknown[], check: Check): boolean {
  for (const value of values) if (!check(value)) return false;
  return true;
}

function bare(node: SchemaNode): GenericSchema {
  return node as unknown as GenericSchema;
}
