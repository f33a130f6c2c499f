/** Text that needs no escaping in a page. */
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

/** Builds a fragment of HTML. Inserted values are escaped unless they are fragments. */
export const html = (parts: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(parts.map((part, index) => part + textOf(pieces[index] ?? null)).join(""));

/** Joins fragments with a separator. */
export const joined = (pieces: readonly Html[], between: string): Html =>
  new Html(pieces.map(({ text }) => text).join(between));
