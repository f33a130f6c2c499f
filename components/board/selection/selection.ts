/**
 * The selection: named containers, or all containers at an address with exceptions. `scope` is the address without its
 * order. A selection of all applies to its own scope only.
 */
export type Selection =
  | { mode: "some"; ids: ReadonlySet<string> }
  | { mode: "all"; scope: string; address: string; except: ReadonlySet<string> };

export const NOTHING_SELECTED: Selection = { mode: "some", ids: new Set() };

let selection: Selection = NOTHING_SELECTED;
let anchor: number | null = null;
const listeners = new Set<() => void>();

function change(next: Selection): void {
  selection = next;
  for (const listener of listeners) listener();
}

const has = (id: string): boolean =>
  selection.mode === "all" ? !selection.except.has(id) : selection.ids.has(id);

/** Selects or deselects containers, in either form of the selection. */
function put(ids: readonly string[], wanted: boolean): void {
  const named = new Set(selection.mode === "all" ? selection.except : selection.ids);
  const adds = selection.mode === "all" ? !wanted : wanted;
  for (const id of ids) {
    if (adds) named.add(id);
    else named.delete(id);
  }
  change(selection.mode === "all" ? { ...selection, except: named } : { mode: "some", ids: named });
}

/** The tab's container selection. It is kept across scrolling, live changes, new orders and new filters. */
export const boardSelection = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): Selection => selection,
  has,
  put,
  /** Selects or deselects a container. `index` is its position in the list, where a range starts. */
  toggle(id: string, index: number): void {
    anchor = index;
    put([id], !has(id));
  },
  /** The start of a range. Null before the first selection. */
  anchor: (): number | null => anchor,
  begin(index: number): void {
    anchor = index;
  },
  all(scope: string, address: string): void {
    change({ mode: "all", scope, address, except: new Set() });
  },
  clear(): void {
    anchor = null;
    change(NOTHING_SELECTED);
  },
};

/** The number of selected containers in a list of `total` containers. */
export function countSelected(chosen: Selection, total: number): number {
  return chosen.mode === "all" ? Math.max(0, total - chosen.except.size) : chosen.ids.size;
}
