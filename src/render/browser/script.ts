// The script of the page that toHtml writes: search, filters, jumps, colours. Without it the page can still be read.

/** A piece of an entry that filters show or hide: what somebody said, or a tool call with its results. */
interface Unit {
  readonly element: HTMLElement;
  readonly role: string;
  readonly tool: string;
  text?: string;
}

interface Entry {
  readonly element: HTMLElement;
  readonly units: readonly Unit[];
}

const MOST_MARKS = 2_000;
const TYPING_MS = 120;

const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const all = (selector: string, within: ParentNode = document) => [...within.querySelectorAll<HTMLElement>(selector)];

const query = byId<HTMLInputElement>("query");
const tool = document.getElementById("tool") as HTMLSelectElement | null;
const status = byId("status");
const nextError = byId<HTMLButtonElement>("next-error");
const theme = byId<HTMLButtonElement>("theme");
const chips = all(".chip") as HTMLButtonElement[];

const entries: readonly Entry[] = all(".entry").map((element) => ({
  element,
  units: all(".unit", element).map(unitOf),
}));
const turns = all(".turn");
const errors = all("[data-error]");

/** The units that a search found, and which of them was looked at last. */
let found: readonly Unit[] = [];
let foundAt = -1;
let errorAt = -1;

function unitOf(element: HTMLElement): Unit {
  return { element, role: element.dataset["role"] ?? "", tool: element.dataset["tool"] ?? "" };
}

function filter(): void {
  const looked = words();
  const roles = new Set(chips.filter(isPressed).map((chip) => chip.dataset["role"]));
  const isShown = (unit: Unit) =>
    roles.has(unit.role) && (tool === null || tool.value === "" || unit.tool === tool.value) && holds(unit, looked);
  const shown: Unit[] = [];
  let entriesShown = 0;
  for (const { element, units } of entries) {
    const left = units.filter(isShown);
    for (const unit of units) unit.element.hidden = !left.includes(unit);
    element.hidden = left.length === 0;
    if (left.length > 0) entriesShown += 1;
    shown.push(...left);
  }
  for (const turn of turns) turn.hidden = turn.querySelector(".entry:not([hidden])") === null;
  found = looked === "" ? [] : shown;
  foundAt = -1;
  mark(found, looked);
  say(entriesShown === entries.length ? "" : `${entriesShown} of ${entries.length} shown`);
}

/** What is looked for. */
function words(): string {
  return query.value.trim().toLowerCase();
}

function isPressed(button: HTMLElement): boolean {
  return button.getAttribute("aria-pressed") === "true";
}

function holds(unit: Unit, looked: string): boolean {
  if (looked === "") return true;
  unit.text ??= unit.element.textContent.toLowerCase();
  return unit.text.includes(looked);
}

/** Marks what was found, without a change to the page's elements. */
function mark(units: readonly Unit[], looked: string): void {
  if (!("highlights" in CSS)) return;
  const ranges: Range[] = [];
  for (const { element } of units) if (ranges.length < MOST_MARKS) ranges.push(...rangesOf(element, looked));
  CSS.highlights.set("found", new Highlight(...ranges));
}

function rangesOf(element: HTMLElement, looked: string): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    const { currentNode } = walker;
    const text = currentNode.textContent ?? "";
    const lower = text.toLowerCase();
    // Where lower case is longer than what it is made of, nothing in it can be told by its position.
    if (lower.length !== text.length) continue;
    for (let at = lower.indexOf(looked); at >= 0; at = lower.indexOf(looked, at + looked.length)) {
      const range = document.createRange();
      range.setStart(currentNode, at);
      range.setEnd(currentNode, at + looked.length);
      ranges.push(range);
    }
  }
  return ranges;
}

function say(what: string): void {
  status.textContent = what;
}

/** Opens what hides an element, goes there, and says so to who reads by key or by ear. */
function goTo(element: HTMLElement): void {
  for (let at: Element | null = element; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
  for (const before of all(".here")) before.classList.remove("here");
  element.classList.add("here");
  element.scrollIntoView({ block: "center" });
  const target = element.closest<HTMLElement>(".result, .entry");
  target?.focus({ preventScroll: true });
}

function goToFound(step: 1 | -1): void {
  if (found.length === 0) return;
  foundAt = (foundAt + step + found.length) % found.length;
  const { element } = found[foundAt]!;
  for (const box of all(".long input", element) as HTMLInputElement[]) box.checked = true;
  goTo(element);
  goToWords(element);
  query.focus({ preventScroll: true });
  say(`${foundAt + 1} of ${found.length} found`);
}

/** Goes on to the words that were looked for, which may stand far down in a long text. */
function goToWords(element: HTMLElement): void {
  const [range] = rangesOf(element, words());
  const top = range?.getBoundingClientRect().top ?? 0;
  if (top > innerHeight) scrollBy(0, top - innerHeight / 2);
}

function goToError(step: 1 | -1): void {
  const shown = errors.filter((element) => element.closest("[hidden]") === null);
  if (shown.length === 0) return say("No errors here");
  errorAt = (Math.min(errorAt, shown.length - 1) + step + shown.length) % shown.length;
  goTo(shown[errorAt]!);
  say(`Error ${errorAt + 1} of ${shown.length}`);
}

/** Goes on from the entry that has the focus, or else from the upper edge of what is in sight. */
function goToEntry(step: 1 | -1): void {
  const shown = entries.filter(({ element }) => !element.hidden).map(({ element }) => element);
  const focused = document.activeElement?.closest<HTMLElement>(".entry");
  const edge = query.getBoundingClientRect().bottom;
  const below = shown.findIndex((element) => element.getBoundingClientRect().top >= edge);
  const first = below < 0 ? shown.length : below;
  const from = focused == null ? first - (step === 1 ? 1 : 0) : shown.indexOf(focused);
  const next = shown[from + step];
  if (next !== undefined) goTo(next);
}

function isDark(): boolean {
  const chosen = document.documentElement.dataset["theme"];
  return chosen === undefined ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
}

function nameTheme(): void {
  theme.textContent = isDark() ? "Light" : "Dark";
}

const KEYS: Readonly<Record<string, () => void>> = {
  "/": () => query.focus(),
  j: () => goToEntry(1),
  k: () => goToEntry(-1),
  e: () => goToError(1),
  E: () => goToError(-1),
};

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const act = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined;
  if (act === undefined) return;
  event.preventDefault();
  act();
});

let typing: ReturnType<typeof setTimeout> | undefined;
query.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(filter, TYPING_MS);
});
query.addEventListener("keydown", (event) => {
  if (event.key === "Enter") goToFound(event.shiftKey ? -1 : 1);
  if (event.key !== "Escape") return;
  query.value = "";
  query.blur();
  filter();
});
tool?.addEventListener("change", filter);
for (const chip of chips) {
  chip.addEventListener("click", () => {
    chip.setAttribute("aria-pressed", String(!isPressed(chip)));
    filter();
  });
}
nextError.disabled = errors.length === 0;
nextError.addEventListener("click", () => goToError(1));
theme.addEventListener("click", () => {
  document.documentElement.dataset["theme"] = isDark() ? "light" : "dark";
  nameTheme();
});
for (const strip of all(".strip")) {
  strip.addEventListener("click", ({ target }) => {
    const index = target instanceof Element ? target.getAttribute("data-entry") : null;
    const element = index === null ? null : document.getElementById(`e${index}`);
    if (element !== null) goTo(element);
  });
}

// Paper shows all there is.
let opened: HTMLDetailsElement[] = [];
addEventListener("beforeprint", () => {
  opened = all("details:not([open])") as HTMLDetailsElement[];
  for (const details of opened) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of opened) details.open = false;
});

// Where there is no room beside the conversation, the turns would stand in its way.
if (matchMedia("(max-width: 64rem)").matches) {
  for (const details of all(".outline details") as HTMLDetailsElement[]) details.open = false;
}
nameTheme();
theme.hidden = false;
for (const controls of all(".controls")) controls.hidden = false;
