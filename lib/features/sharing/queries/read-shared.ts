import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Container } from "@/lib/domain/container/container-facts";
import { countRows } from "@/lib/features/board/queries/board";
import { boardCondition } from "@/lib/features/board/queries/filter-sql";
import { boardOrder } from "@/lib/features/board/queries/row-order";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import { readGivenBoard } from "@/lib/features/board/rules/saved-address";
import type { ContainerPage } from "@/lib/features/containers/rules";
import type { ShareSettings } from "@/lib/features/sharing/links/share-settings";
import {
  customerRow,
  driverRow,
  type PlannedReturn,
  type SharedRow,
} from "@/lib/features/sharing/rules/shared-container";
import {
  customerContainer,
  driverContainer,
  type SharedData,
  sharedShipment,
} from "@/lib/features/sharing/rules/shared-pages";
import { findShipment } from "@/lib/features/shipments/queries/shipment-page";
import { loadContainers } from "@/lib/mirror/load-containers";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";

export const ROWS_A_PAGE = 50;
/** Maximum number of board rows shown by a link. */
const MAX_ROWS = 500;

/** Reads the page of a container, from the cache if available. */
type ReadContainer = (id: string) => Promise<ContainerPage | null>;

/** What a link or an embed grants. `showsMove`: whether a driver's page has the planned move. */
type Granted = Pick<ShareSettings, "view" | "charges"> & { showsMove?: boolean };

const returnRowSchema = z.object({
  id: z.string(),
  at: z.string().nullable(),
  zone: z.string().nullable(),
  place: z.string().nullable(),
});

async function loadReturns(executor: Executor, ids: readonly string[]): Promise<Map<string, PlannedReturn>> {
  const rows = await queryRows(
    executor,
    returnRowSchema,
    sql`select container_id as id, to_iso(empty_return_at) as at, empty_return_zone as zone, empty_return_place as place
      from planned_moves where container_id = any(${sql.param([...ids])}::text[])`,
  );
  return new Map(
    rows.map(({ id, at, zone, place }) => [
      id,
      { emptyReturn: at === null ? null : { at, zone }, emptyReturnPlace: place ?? "" },
    ]),
  );
}

/** Returns these containers in this order, each limited to the granted view. Missing containers are omitted. */
export async function shownRows(
  executor: Executor,
  ids: readonly string[],
  granted: Granted,
): Promise<{ id: string; row: SharedRow }[]> {
  const containers = new Map(
    (await loadContainers(executor, ids)).map((container) => [container.id, container]),
  );
  const inOrder = ids
    .map((id) => containers.get(id))
    .filter((container): container is Container => container !== undefined);
  if (granted.view === "customer")
    return inOrder.map((container) => ({ id: container.id, row: customerRow(container, granted) }));
  const returns = await loadReturns(executor, ids);
  return inOrder.map((container) => ({
    id: container.id,
    row: driverRow(container, returns.get(container.id) ?? null),
  }));
}

const idsOfBoard = (executor: Executor, query: BoardQuery, now: Date, limit: number, offset = 0) =>
  queryColumn(
    executor,
    z.string(),
    sql`
      select container_id as id from board_rows where ${boardCondition(query, now)}
      order by ${boardOrder({ ...query, group: null })} limit ${limit} offset ${offset}`,
  );

const idsOfShipment = (executor: Executor, id: string) =>
  queryColumn(
    executor,
    z.string(),
    sql`
      select c.id from containers c left join board_rows b on b.container_id = c.id
      where c.shipment_id = ${id} order by b.number, c.id limit ${MAX_ROWS}`,
  );

/** Returns the containers that a link shows at `now`, on all of its pages. */
export async function sharedContainerIds(
  executor: Executor,
  about: ShareSettings["about"],
  now: Date,
): Promise<string[]> {
  if (about.kind === "container") return [about.id];
  if (about.kind === "shipment") return idsOfShipment(executor, about.id);
  const { query } = readGivenBoard(about.address);
  return query ? idsOfBoard(executor, query, now, MAX_ROWS) : [];
}

async function sharedBoard(
  executor: Executor,
  query: BoardQuery,
  granted: Granted,
  requested: number,
  now: Date,
): Promise<SharedData> {
  const total = Math.min(await countRows(executor, query, now), MAX_ROWS);
  const pages = Math.max(1, Math.ceil(total / ROWS_A_PAGE));
  const page = Math.min(Math.max(1, requested), pages);
  const offset = (page - 1) * ROWS_A_PAGE;
  const ids = await idsOfBoard(executor, query, now, Math.min(ROWS_A_PAGE, total - offset), offset);
  const shared = await shownRows(executor, ids, granted);
  return { kind: "board", rows: shared.map(({ row }) => row), total, page, pages };
}

async function shipmentOf(executor: Executor, id: string, granted: Granted): Promise<SharedData | null> {
  const facts = await findShipment(executor, id);
  if (!facts) return null;
  const shared = await shownRows(executor, await idsOfShipment(executor, id), granted);
  return sharedShipment(
    facts,
    shared.map(({ row }) => row),
  );
}

/** Returns the shared view of a container page at `now`. */
export function sharedContainer(
  { container, events, work }: ContainerPage,
  granted: Granted,
  now: Date,
): SharedData {
  const { showsMove = false } = granted;
  if (granted.view === "driver") return driverContainer(container, work, { showsMove, now });
  const named = events.map((event) => ({ ...event, place: event.terminal ?? event.place }));
  return customerContainer(container, named, granted);
}

/**
 * Returns the content of a link at `now`. Null when the record is deleted or the filter of a board is invalid. `page`
 * starts at 1 and is the only parameter that the viewer can choose.
 */
export async function readShared(
  executor: Executor,
  { about, ...granted }: Granted & Pick<ShareSettings, "about">,
  { page, now, readContainer }: { page: number; now: Date; readContainer: ReadContainer },
): Promise<SharedData | null> {
  if (about.kind === "container") {
    const found = await readContainer(about.id);
    return found && sharedContainer(found, granted, now);
  }
  if (about.kind === "shipment") return shipmentOf(executor, about.id, granted);
  const { query } = readGivenBoard(about.address);
  return query && sharedBoard(executor, query, granted, page, now);
}
