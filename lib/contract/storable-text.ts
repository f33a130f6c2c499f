/** Characters that JSON can represent but PostgreSQL cannot store: NUL and lone surrogates. */
const UNKEEPABLE = /\0|\p{Surrogate}/gu;

const keepable = (text: string) => text.replace(UNKEEPABLE, "\u{FFFD}");

function keepableMembers(_key: string, value: unknown): unknown {
  if (typeof value === "string") return keepable(value);
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [keepable(name), member]));
}

/**
 * Parses the JSON text of a document. Characters that the database cannot store are replaced by U+FFFD, so that one
 * invalid text does not block the rest of the document. Throws SyntaxError.
 */
export function parseDocument(text: string): unknown {
  // Both characters can only occur as an escape sequence.
  return JSON.parse(text, text.includes("\\u") ? keepableMembers : undefined);
}
