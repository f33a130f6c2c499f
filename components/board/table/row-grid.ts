import type { CSSProperties } from "react";

/** The class of a row that has the columns of its table (`gridStyle`). */
export const GRID = "grid [grid-template-columns:var(--board-columns)]";

/** The style of a table whose rows have these grid tracks. */
export const gridStyle = (template: string): CSSProperties =>
  ({ "--board-columns": template }) as CSSProperties;

/** Roles of table elements. Some browsers drop them for elements that are displayed as blocks and grids. */
export const roleOf = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;
