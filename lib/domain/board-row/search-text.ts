/** The words of a text as search compares them: lower case, without punctuation. */
export function searchWords(text: string): string[] {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

/** The words of names and notes as they are stored for search: each once, after a space. */
export function searchText(texts: readonly (string | null)[]): string {
  const words = new Set(texts.flatMap((text) => searchWords(text ?? "")));
  return [...words].map((word) => ` ${word}`).join("");
}
