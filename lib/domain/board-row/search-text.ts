import { foldText } from "@/lib/platform/text/fold-text";

/** The words of a text as search compares them: lower case, without accents and punctuation. */
export function searchWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

/** The words of names and notes as they are stored for search: each once, after a space. */
export function searchText(texts: readonly (string | null)[]): string {
  const words = new Set(texts.flatMap((text) => searchWords(text ?? "")));
  return [...words].map((word) => ` ${word}`).join("");
}
