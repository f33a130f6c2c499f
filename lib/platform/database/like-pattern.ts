/** A LIKE pattern for values that contain `text`, whatever signs it holds. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
