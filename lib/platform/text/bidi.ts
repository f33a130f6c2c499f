/**
 * Characters that change the direction of the text after them: marks, embeddings, overrides and isolates. In a text that
 * others write they can reverse what is next to it, such as a phone number.
 */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Those, and the letters and digits of scripts that are written from right to left. */
const REORDERED =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const SEPARATOR = " · ";
/** A text that is isolated, without others in it. */
const ISOLATED = /\u2068([^\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*)\u2069/gu;

/** The text without characters that change its direction, for files and mails, which cannot isolate a part. */
export const withoutBidiControls = (text: string): string => text.replaceAll(BIDI_CONTROLS, "");

/** The text as a part of another one, whose order it does not change. Isolated parts of it stay isolated. */
function isolated(text: string): string {
  if (!REORDERED.test(text)) return text;
  const others = text.replaceAll(ISOLATED, "$1");
  return `\u2068${withoutBidiControls(others) === others ? text : withoutBidiControls(text)}\u2069`;
}

/** One text of parts that others may have written: "Pier 400 · 3 days left". Parts without a text are left out. */
export const joined = (parts: readonly (string | null | undefined | false)[]): string =>
  parts
    .filter((part) => typeof part === "string" && part !== "")
    .map((part) => isolated(String(part)))
    .join(SEPARATOR);
