/** The sections of docs/using.md that the dashboard links to, by the id of their heading. */
export const HELP_TOPICS = [
  "queues-of-the-board",
  "keyboard-shortcuts",
  "changed-for-me",
  "day-plan",
  "follow-ups",
  "track-containers",
  "shipments",
  "parties",
  "sharing",
] as const;
export type HelpTopic = (typeof HELP_TOPICS)[number];

export const helpHref = (topic: HelpTopic): string => `/help#${topic}`;

/** The id of a heading: "Day plan" is "day-plan". */
export const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[’']/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** A part of a line of help. */
export type HelpInline =
  | { kind: "text" | "code"; text: string }
  | { kind: "strong" | "emphasis"; content: HelpInline[] }
  | { kind: "link"; href: string; content: HelpInline[] };

/** A block of help. A heading's `id` is its address in the page. */
export type HelpBlock =
  | { kind: "heading"; level: number; id: string; text: string }
  | { kind: "paragraph"; content: HelpInline[] }
  | { kind: "code"; text: string }
  | { kind: "list"; ordered: boolean; items: HelpBlock[][] }
  | { kind: "table"; heads: HelpInline[][]; rows: HelpInline[][][] };
