import { findEntries, type SearchEntry } from "@/scripts/docs/search-index";

declare global {
  interface Window {
    drayboardDocs?: SearchEntry[];
  }
}

/** The address of the site's first folder, relative to this page. */
const root = document.currentScript?.dataset.root ?? "";
const frame = document.querySelector<HTMLElement>(".search");
const field = document.querySelector<HTMLInputElement>("#search");
const list = document.querySelector<HTMLElement>("#results");
const status = frame?.querySelector<HTMLElement>("[role=status]") ?? null;

let active = -1;
let isRequested = false;

/** Loads the index when it is needed first: a script, because a page opened as a file may not read other files. */
function loadIndex(then: () => void): void {
  if (isRequested) return;
  isRequested = true;
  const script = document.createElement("script");
  script.src = `${root}search-index.js`;
  script.addEventListener("load", then);
  document.head.append(script);
}

function options(): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("[role=option]") ?? [])];
}

function activate(index: number): void {
  const all = options();
  active = all.length === 0 ? -1 : (index + all.length) % all.length;
  for (const [place, option] of all.entries()) option.setAttribute("aria-selected", String(place === active));
  const chosen = all[active];
  chosen?.scrollIntoView({ block: "nearest" });
  if (chosen) field?.setAttribute("aria-activedescendant", chosen.id);
  else field?.removeAttribute("aria-activedescendant");
}

function close(): void {
  if (!list || !field) return;
  list.hidden = true;
  list.replaceChildren();
  field.setAttribute("aria-expanded", "false");
  activate(-1);
}

function element(name: string, text: string): HTMLElement {
  const created = document.createElement(name);
  created.textContent = text;
  return created;
}

/** Shows the results for what is in the field. Texts are set as text, never as HTML. */
function show(): void {
  if (!list || !field || !status) return;
  if (field.value.trim() === "") {
    status.textContent = "";
    close();
    return;
  }
  const results = findEntries(window.drayboardDocs ?? [], field.value);
  const shown = results.map(({ entry, excerpt }, index) => {
    const option = document.createElement("a");
    option.href = root + entry.address;
    option.className = "result";
    option.id = `result-${index}`;
    option.setAttribute("role", "option");
    option.tabIndex = -1;
    const title = entry.heading === entry.page ? entry.page : `${entry.page}: ${entry.heading}`;
    option.append(element("strong", title), element("span", excerpt));
    return option;
  });
  const message =
    results.length === 0 ? `No results for “${field.value.trim()}”` : `${results.length} results`;
  status.textContent = message;
  list.replaceChildren(...(shown.length > 0 ? shown : [element("p", message)]));
  list.hidden = false;
  field.setAttribute("aria-expanded", "true");
  activate(0);
}

function onKey(event: KeyboardEvent): void {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    activate(active + (event.key === "ArrowDown" ? 1 : -1));
  } else if (event.key === "Enter") {
    options()[active]?.click();
    close();
  } else if (event.key === "Escape" && field) {
    event.preventDefault();
    if (field.value === "") field.blur();
    field.value = "";
    close();
  }
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

if (frame && field && list) {
  frame.hidden = false;
  field.addEventListener("focus", () => loadIndex(show));
  field.addEventListener("input", show);
  field.addEventListener("keydown", onKey);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !frame.contains(target)) close();
  });
}
