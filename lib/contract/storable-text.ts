/** Characters that JSON can carry and PostgreSQL cannot keep: NUL and halves of surrogate pairs. */
const UNKEEPABLE = /\0|\p{Surrogate}/gu;

const keepable = (text: string) => text.replace(UNKEEPABLE, "\u{FFFD}");

function keepableMembers(_key: string, value: unknown): unknown {
  if (typeof value === "string") return keepable(value);
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [keepable(name), member]));
}

/**
 * Parses a document's JSON text. What the database could not keep is replaced by U+FFFD, so that one odd description
 * does not stop everything that comes with it. Throws SyntaxError.
 */
export function parseDocument(text: string): unknown {
  // Both can only come as an escape.
  return JSON.parse(text, text.includes("\\u") ? keepableMembers : undefined);
}
