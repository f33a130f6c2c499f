/** The scopes of shortcuts, in the order of the list opened by `?`. */
export const KEY_PLACES = [
  "Everywhere",
  "Board",
  "Day plan",
  "Container",
  "Shipments",
  "Shipment",
  "Follow-ups",
  "Changed for me",
  "Print view",
] as const;
export type KeyPlace = (typeof KEY_PLACES)[number];

type Key = {
  place: KeyPlace;
  /** The description of the action, for the shortcut list and the palette. */
  label: string;
  /**
   * The keys by `KeyboardEvent.key` name, prefixed with "mod+" (Ctrl or ⌘) and "shift+". Empty for palette-only
   * actions.
   */
  keys: readonly string[];
  /** Whether the palette lists the action on pages that support it. */
  offered: boolean;
  /** Whether the keys also work in text fields. */
  inFields?: true;
  /** Handled by the browser: no listener exists, and it works wherever another key of its scope does. */
  native?: true;
};

/** All shortcuts of the dashboard. The key listener, the list of `?` and the palette all use this table. */
export const KEY_TABLE = {
  palette: {
    place: "Everywhere",
    label: "Search or run a command",
    keys: ["mod+k"],
    offered: false,
    inFields: true,
  },
  search: { place: "Everywhere", label: "Search", keys: ["/"], offered: false },
  keys: { place: "Everywhere", label: "Show keyboard shortcuts", keys: ["?"], offered: true },
  "find-on-board": {
    place: "Board",
    label: "Search the board; again: the browser’s find",
    keys: ["mod+f"],
    offered: false,
  },
  "next-row": { place: "Board", label: "Next row", keys: ["j", "ArrowDown"], offered: false },
  "previous-row": { place: "Board", label: "Previous row", keys: ["k", "ArrowUp"], offered: false },
  open: { place: "Board", label: "Open container", keys: ["Enter"], offered: false, native: true },
  select: { place: "Board", label: "Select or clear row", keys: ["x"], offered: false },
  "select-down": {
    place: "Board",
    label: "Extend selection to next row",
    keys: ["shift+ArrowDown", "shift+J"],
    offered: false,
  },
  "select-up": {
    place: "Board",
    label: "Extend selection to previous row",
    keys: ["shift+ArrowUp", "shift+K"],
    offered: false,
  },
  "edit-cell": { place: "Board", label: "Edit cells of row", keys: ["F2"], offered: false },
  "save-next-row": {
    place: "Board",
    label: "Save cell, edit the one above (Enter: below)",
    keys: ["shift+Enter"],
    offered: false,
    native: true,
  },
  "fill-rows": {
    place: "Board",
    label: "Save cell in all selected rows",
    keys: ["mod+Enter"],
    offered: false,
    native: true,
  },
  undo: { place: "Board", label: "Undo", keys: ["mod+z"], offered: false },
  "select-none": { place: "Board", label: "Clear selection", keys: ["Escape"], offered: false },
  "assign-many": { place: "Board", label: "Assign dray carrier", keys: ["a"], offered: true },
  "refresh-many": { place: "Board", label: "Refresh", keys: ["r"], offered: true },
  export: { place: "Board", label: "Export these rows", keys: [], offered: true },
  print: { place: "Board", label: "Print these rows", keys: ["mod+p"], offered: true },
  "next-day": { place: "Day plan", label: "Next day", keys: ["j"], offered: true },
  "previous-day": { place: "Day plan", label: "Previous day", keys: ["k"], offered: true },
  "this-day": { place: "Day plan", label: "Today", keys: ["t"], offered: true },
  "pick-up-card": {
    place: "Day plan",
    label: "Pick up or drop focused move",
    keys: ["Enter"],
    offered: false,
    native: true,
  },
  "undo-plan": { place: "Day plan", label: "Undo", keys: ["mod+z"], offered: false },
  assign: { place: "Container", label: "Assign dray carrier", keys: ["a"], offered: true },
  refresh: { place: "Container", label: "Refresh", keys: ["r"], offered: true },
  next: { place: "Container", label: "Next in list", keys: ["j"], offered: true },
  previous: { place: "Container", label: "Previous in list", keys: ["k"], offered: true },
  back: { place: "Container", label: "Back to list", keys: ["u"], offered: true },
  "next-shipment": { place: "Shipments", label: "Next row", keys: ["j", "ArrowDown"], offered: false },
  "previous-shipment": { place: "Shipments", label: "Previous row", keys: ["k", "ArrowUp"], offered: false },
  "open-shipment": {
    place: "Shipments",
    label: "Open shipment",
    keys: ["Enter"],
    offered: false,
    native: true,
  },
  "back-to-shipments": { place: "Shipment", label: "Back to list", keys: ["u"], offered: true },
  "next-follow-up": { place: "Follow-ups", label: "Next row", keys: ["j", "ArrowDown"], offered: false },
  "previous-follow-up": {
    place: "Follow-ups",
    label: "Previous row",
    keys: ["k", "ArrowUp"],
    offered: false,
  },
  "log-follow-up": { place: "Follow-ups", label: "Log result", keys: ["l"], offered: false },
  "mail-follow-up": { place: "Follow-ups", label: "Email the contact", keys: ["m"], offered: false },
  "mark-all-seen": { place: "Changed for me", label: "Mark all as seen", keys: ["e"], offered: true },
  "back-to-board": { place: "Print view", label: "Back to board", keys: ["u"], offered: true },
} as const satisfies Record<string, Key>;

export type KeyId = keyof typeof KEY_TABLE;

export function isKeyId(text: string): text is KeyId {
  return Object.hasOwn(KEY_TABLE, text);
}

/** The ids of all shortcuts, in the table's order. */
export const KEY_IDS: readonly KeyId[] = Object.keys(KEY_TABLE).filter(isKeyId);

export const keyOf = (id: KeyId): Key => KEY_TABLE[id];

const NAMES: Readonly<Record<string, string>> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  Enter: "enter",
  Escape: "esc",
  shift: "shift",
};

/** The caps of a key: "mod+k" is "⌘" and "K" on a Mac, otherwise "Ctrl" and "K". */
export function keyCaps(key: string, mac: boolean): string[] {
  const parts = key.split("+");
  return parts.map((part) => {
    if (part === "mod") return mac ? "⌘" : "Ctrl";
    return NAMES[part] ?? (parts[0] === "mod" ? part.toUpperCase() : part.toLowerCase());
  });
}
