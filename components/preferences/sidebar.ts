const KEY = "drayboard.sidebar";
const NARROW = "narrow";

const listeners = new Set<() => void>();

/** Runs while the page is parsed, so that the first paint has the sidebar's last width. */
export const sidebarScript = `try{if(localStorage.getItem("${KEY}")==="${NARROW}")document.documentElement.dataset.sidebar="${NARROW}"}catch{}`;

/** Whether the sidebar shows icons only. The styles of `narrow:` apply then. */
export const isSidebarNarrow = (): boolean => document.documentElement.dataset.sidebar === NARROW;

export function subscribeToSidebar(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Collapses or expands the sidebar, and remembers it in this browser. */
export function toggleSidebar(): void {
  const narrow = !isSidebarNarrow();
  if (narrow) document.documentElement.dataset.sidebar = NARROW;
  else delete document.documentElement.dataset.sidebar;
  try {
    if (narrow) localStorage.setItem(KEY, NARROW);
    else localStorage.removeItem(KEY);
  } catch {
    // A browser without storage has the whole sidebar again on the next page.
  }
  for (const listener of listeners) listener();
}
