/** Formats a query for reading: brackets and commas stay, everything else is encoded. */
export function readable(query: string): string {
  return query.replaceAll("%5B", "[").replaceAll("%5D", "]").replaceAll("%2C", ",");
}
