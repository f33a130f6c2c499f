/** Rows of one section of a document: "interface.md, container: pickup_lfd". */
export const rowsOf = (section: string, items: readonly string[]): string[] =>
  items.map((item) => `${section}: ${item}`);

/** The title of a test that shows several rows; all but the first begin with their section. */
export const showing = (...rows: string[]): string => rows.join("; ");
