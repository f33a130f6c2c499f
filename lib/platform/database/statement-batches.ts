/** PostgreSQL takes 65,535 parameters a statement; a row of the mirror has some ten columns. */
const ROWS_A_STATEMENT = 1_000;

/** The rows in their order, 1,000 at a time: a list that comes all at once is too long for one statement. */
export function* inBatches<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) yield rows.slice(at, at + ROWS_A_STATEMENT);
}

/** By id, as every transaction takes its rows. */
export function sortedById<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
}
