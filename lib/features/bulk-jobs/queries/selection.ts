import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { boardCondition } from "@/lib/features/board/queries/filter-sql";
import { boardOrder } from "@/lib/features/board/queries/row-order";
import { EVERYTHING, readBoardQuery } from "@/lib/features/board/rules/board-address";
import { type Carrier, carrierSchema } from "@/lib/features/bulk-jobs/commands/job-inputs";
import { MAX_JOB_ROWS } from "@/lib/features/bulk-jobs/messages";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { AppError } from "@/lib/platform/errors";

const id = z.string().min(1).max(200);
const MAX_ADDRESS = 8_000;

/** A selection of containers: named ones, or all rows of a board address with exceptions. */
export const selectionSchema = z.union([
  z.strictObject({ ids: z.array(id).min(1).max(MAX_JOB_ROWS) }),
  z.strictObject({
    address: z.string().max(MAX_ADDRESS),
    except: z.array(id).max(MAX_JOB_ROWS).default([]),
  }),
]);
export type Selection = z.infer<typeof selectionSchema>;

/** Returns the selected rows of board_rows and their order for this reader at `now`. */
export function selectedRows(selection: Selection, reader: string, now: Date): { where: SQL; order: SQL } {
  const ids = (list: readonly string[]) =>
    sql`${sql.param(list.filter((each) => !each.includes("\0")))}::text[]`;
  if ("ids" in selection)
    return { where: sql`container_id = any(${ids(selection.ids)})`, order: boardOrder(EVERYTHING) };
  const { query, problems } = readBoardQuery(new URLSearchParams(selection.address));
  if (problems.length > 0)
    throw new AppError("bad_input", problems.map(({ place, text }) => `${place}: ${text}`).join("; "));
  return {
    where: sql`(${boardCondition(query, now, reader)}) and container_id <> all(${ids(selection.except)})`,
    order: boardOrder(query),
  };
}

/** A selected container with the data that a job row needs. */
export type SelectedContainer = {
  id: string;
  number: string;
  shipmentId: string | null;
  billOfLading: string | null;
  carriers: Carrier[];
  references: string[];
  tags: string[];
};

const textList = z.array(z.string()).catch([]);
const selectedContainerSchema = z.object({
  id: z.string(),
  number: z.string(),
  shipmentId: z.string().nullable(),
  billOfLading: z.string().nullable(),
  carriers: z.array(carrierSchema).catch([]),
  references: textList,
  tags: textList,
});

/**
 * Lists the selected containers in order. Throws `bad_input` for an empty selection, and for more containers than a job
 * may have.
 */
export async function listSelected(
  executor: Executor,
  selection: Selection,
  reader: string,
  now: Date,
): Promise<SelectedContainer[]> {
  const { where, order } = selectedRows(selection, reader, now);
  const rows = await queryRows(
    executor,
    selectedContainerSchema,
    sql`
      with picked as (
        select container_id, number, row, row_number() over (order by ${order}) as place
        from board_rows where ${where} order by place limit ${MAX_JOB_ROWS + 1})
      select b.container_id as id, b.number, c.shipment_id as "shipmentId", b.row ->> 'billOfLading' as "billOfLading",
        b.row -> 'drayCarriers' as carriers, c.attributes -> 'ref_numbers' as references, s.attributes -> 'tags' as tags
      from picked b join containers c on c.id = b.container_id left join shipments s on s.id = c.shipment_id
      order by b.place`,
  );
  if (rows.length === 0)
    throw new AppError("bad_input", "The selected containers are no longer listed. Select again.");
  if (rows.length > MAX_JOB_ROWS)
    throw new AppError(
      "bad_input",
      `Select at most ${MAX_JOB_ROWS.toLocaleString("en-US")} containers. Narrow the list first.`,
    );
  return rows;
}

/** Lists the ids of a range of the board, for ranges whose rows were not all loaded. */
export async function listRange(
  executor: Executor,
  address: string,
  { offset, limit }: { offset: number; limit: number },
  reader: string,
  now: Date,
): Promise<string[]> {
  const { where, order } = selectedRows({ address, except: [] }, reader, now);
  return queryColumn(
    executor,
    z.string(),
    sql`select container_id as id from board_rows where ${where} order by ${order} limit ${limit} offset ${offset}`,
  );
}
