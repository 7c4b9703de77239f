import type { ApprovalResponsePart, EntryInput, Part, ToolResultPart } from "../../index.js";
import { toSource } from "../shared/form.js";
import { UI_FORMAT, type UIMessageForm } from "./ui-form.js";
import type { ReadTool } from "./ui-read-tool.js";

/** The role of an entry that holds what a UI message says. */
export type UIRole = "system" | "user" | "assistant";

/** An entry as it was read, and where in the message its parts stood. */
export interface ReadUIEntry {
  readonly entry: EntryInput;
  readonly positions: readonly number[];
}

interface Block {
  readonly parts: Part[];
  readonly positions: number[];
  readonly ids: Set<unknown>;
  readonly responses: ApprovalResponsePart[];
  readonly results: { readonly result: ToolResultPart; readonly position: number }[];
  steps: number;
  trailing: number;
  isPartial: boolean;
}

/** An entry to be. */
interface Piece {
  readonly role: UIRole | "tool";
  readonly content: readonly Part[];
  readonly form: UIMessageForm;
  readonly isPartial: boolean;
  readonly positions: readonly number[];
}

/** The steps of a message, each an entry of the model and what came of its calls. */
export class Blocks {
  /** Where in the message the part stands that is being read. */
  position = 0;
  readonly #blocks: Block[] = [];

  constructor(readonly role: UIRole) {}

  add(part: Part, isPartial = false): void {
    const block = this.#open();
    this.#push(block, part);
    block.isPartial ||= isPartial;
  }

  addTool({ call, request, response, result, isInner }: ReadTool, isReversed = false): void {
    const block = this.#open();
    block.ids.add(call.toolCallId);
    this.#push(block, isReversed ? { ...call, source: { ...call.source, reversed: true } as never } : call);
    if (request !== undefined) this.#push(block, request);
    if (response !== undefined) block.responses.push(response);
    if (result !== undefined && isInner) this.#push(block, result);
    else if (result !== undefined) block.results.push({ result, position: this.position });
  }

  holdsCall(id: unknown): boolean {
    return id !== undefined && this.#blocks.at(-1)?.ids.has(id) === true;
  }

  startStep(): void {
    const last = this.#blocks.at(-1);
    if (last === undefined || last.parts.length > 0 || last.trailing > 0) this.#blocks.push(newBlock(1));
    else last.steps += 1;
  }

  finish(head: object, noted: UIMessageForm): readonly ReadUIEntry[] {
    const blocks = this.#blocks.length === 0 ? [newBlock(0)] : this.#blocks;
    const last = blocks.at(-1)!;
    // Steps that nothing follows belong to what stands before them.
    if (blocks.length > 1 && last.parts.length === 0) blocks.at(-2)!.trailing = blocks.pop()!.steps;
    const pieces = blocks.flatMap((block) => this.#piecesOf(block));
    return pieces.map(({ role, content, form, isPartial, positions }, index) => {
      const group = index === 0 ? "start" : index === pieces.length - 1 ? "end" : "middle";
      const own = { ui: true, ...form, ...(pieces.length > 1 && { group }) };
      const made = {
        role,
        content,
        ...(isPartial && { partial: true }),
        ...(index === 0 && head),
        ...toSource(UI_FORMAT, own, index === 0 ? noted : {}),
      };
      return { entry: made as unknown as EntryInput, positions };
    });
  }

  #piecesOf({ parts, positions, responses, results, steps, trailing, isPartial }: Block): Piece[] {
    const form = { ...(steps > 0 && { steps }), ...(trailing > 0 && { trailing }) };
    const pieces: Piece[] = [{ role: this.role, content: parts, form, isPartial, positions }];
    const addTool = (content: readonly Part[], positions: readonly number[]): void => {
      pieces.push({ role: "tool", content, form: {}, isPartial: false, positions });
    };
    if (responses.length > 0) addTool(responses, []);
    for (const { result, position } of results) addTool([result], [position]);
    return pieces;
  }

  #push(block: Block, part: Part): void {
    block.parts.push(part);
    block.positions.push(this.position);
  }

  #open(): Block {
    const last = this.#blocks.at(-1);
    if (last !== undefined) return last;
    const block = newBlock(0);
    this.#blocks.push(block);
    return block;
  }
}

function newBlock(steps: number): Block {
  return { parts: [], positions: [], responses: [], results: [], ids: new Set(), steps, trailing: 0, isPartial: false };
}
