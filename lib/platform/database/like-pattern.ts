/** Shorter parts of a text are not found by an index of trigrams. */
export const MIN_INDEXED_PART = 3;

/** A LIKE pattern for values that contain `text`, with its special characters escaped. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
