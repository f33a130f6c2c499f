/**
 * What is selected: named containers, or all that the board shows at an address but some. `scope` is the address without its
 * order: all of another scope are others.
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

/** Puts containers in or out, whichever way the selection names them. */
function put(ids: readonly string[], wanted: boolean): void {
  const named = new Set(selection.mode === "all" ? selection.except : selection.ids);
  const adds = selection.mode === "all" ? !wanted : wanted;
  for (const id of ids) {
    if (adds) named.add(id);
    else named.delete(id);
  }
  change(selection.mode === "all" ? { ...selection, except: named } : { mode: "some", ids: named });
}

/** The tab's selection of containers. It outlives scrolling, live changes, other orders, and the filters one looks through. */
export const boardSelection = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): Selection => selection,
  has,
  put,
  /** Selects a container or leaves it; a range begins at its place in the list. */
  toggle(id: string, index: number): void {
    anchor = index;
    put([id], !has(id));
  },
  /** Where a range begins; null before anything was selected. */
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

/** How many containers are selected, of a list of so many. */
export function countSelected(chosen: Selection, total: number): number {
  return chosen.mode === "all" ? Math.max(0, total - chosen.except.size) : chosen.ids.size;
}
