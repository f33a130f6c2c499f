/** Characters that JSON can represent but PostgreSQL cannot store: NUL and lone surrogates. */
const UNKEEPABLE = /\0|\p{Surrogate}/gu;

const keepable = (text: string) => text.replace(UNKEEPABLE, "\u{FFFD}");

/** A copy of a value of JSON whose texts and names the database can store. */
function keepableCopy(value: unknown): unknown {
  if (typeof value === "string") return keepable(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(keepableCopy);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [keepable(name), keepableCopy(member)]),
  );
}

/** Far more levels than a document of the interface has, and far fewer than recursive functions can follow. */
const MAX_LEVELS = 100;

/** Replaces what is nested deeper than MAX_LEVELS by null, in place. */
function limitLevels(value: unknown, level = 1): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member !== "object" || member === null) continue;
    if (level === MAX_LEVELS) Reflect.set(value, name, null);
    else limitLevels(member, level + 1);
  }
}

/**
 * Parses the JSON text of a document, with or without a byte order mark. Characters that the database cannot store are
 * replaced by U+FFFD, and what is nested too deeply by null, so that one invalid value does not block the rest of the
 * document. Throws SyntaxError.
 */
export function parseDocument(text: string): unknown {
  const json = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const document: unknown = JSON.parse(json);
  // Before all that follows a document into its depth.
  limitLevels(document);
  // Both characters can only occur as an escape sequence.
  return json.includes("\\u") ? keepableCopy(document) : document;
}
