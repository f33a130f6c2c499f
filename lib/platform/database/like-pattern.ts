/** A LIKE pattern for values that contain `text`, with its special characters escaped. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
