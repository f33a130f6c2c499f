/** PostgreSQL accepts 65,535 parameters per statement; a row of the mirror has about ten columns. */
const ROWS_A_STATEMENT = 1_000;

/** The rows in order, 1,000 at a time: a complete list is too long for one statement. */
export function* inBatches<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) yield rows.slice(at, at + ROWS_A_STATEMENT);
}

/** Sorts by id: every transaction locks its rows in this order. */
export function sortedById<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
}
