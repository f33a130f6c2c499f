/** Formats rows as aligned columns with headings, for a terminal. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [headings, ...rows]
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Formats an instant to the minute in UTC. A missing instant becomes a dash. */
export const minute = (at: Date | null) => (at ? `${at.toISOString().slice(0, 16).replace("T", " ")}Z` : "–");
