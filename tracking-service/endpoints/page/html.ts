/** Text that may stand in a page as it is. */
export class Html {
  constructor(readonly text: string) {}
}

type Piece = Html | string | number | null | readonly Piece[];

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function textOf(piece: Piece): string {
  if (piece === null) return "";
  if (piece instanceof Html) return piece.text;
  if (typeof piece === "object") return piece.map(textOf).join("");
  return String(piece).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** A piece of a page: what is put in is escaped unless it is such a piece itself. */
export const html = (parts: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(parts.map((part, index) => part + textOf(pieces[index] ?? null)).join(""));

/** Pieces with something between each two. */
export const joined = (pieces: readonly Html[], between: string): Html =>
  new Html(pieces.map(({ text }) => text).join(between));
