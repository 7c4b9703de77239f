/** Calls whose results may still come: a result belongs to the nearest call before it with its id that has none yet. */
export class OpenCalls<Call extends { readonly toolCallId: string }> {
  readonly #known = new Map<string, { readonly open: Call[]; last: Call }>();

  add(call: Call): void {
    const known = this.#known.get(call.toolCallId);
    if (known === undefined) this.#known.set(call.toolCallId, { open: [call], last: call });
    else {
      known.open.push(call);
      known.last = call;
    }
  }

  /** Takes the call of a result, a surplus one's too; `undefined` when no call before it has its id. */
  take(toolCallId: string): Call | undefined {
    const known = this.#known.get(toolCallId);
    return known?.open.pop() ?? known?.last;
  }
}
