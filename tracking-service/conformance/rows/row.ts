/** Rows of one section of a document, for example "interface.md, container: pickup_lfd". */
export const rowsOf = (section: string, items: readonly string[]): string[] =>
  items.map((item) => `${section}: ${item}`);

/** The title of a test that covers several rows. Every row after the first begins with its section. */
export const showing = (...rows: string[]): string => rows.join("; ");
