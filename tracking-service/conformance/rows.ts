/**
 * The rows of the two documents, each as the beginning of the titles of its tests: "interface.md, GET /shipments". A
 * row has a test when one that passed has it in its full name.
 */
export const ROWS: readonly string[] = ["interface.md, Collection envelope"];
