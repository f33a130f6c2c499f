import type pg from "pg";
import { openRng } from "@/lib/platform/seeded-random";

/** One kind of request, sent to many URLs in turn. */
export type Workload = { name: string; paths: string[]; p95GoalMs?: number };

const PAGE_SIZE = 100;
const LIST_GOAL_MS = 60;
const ITEM_GOAL_MS = 15;

/** `count` random pages of a list of `total` records, always including the first page. */
function randomPages(total: number, count: number): number[] {
  const rng = openRng(1);
  const last = Math.max(1, Math.floor(total / PAGE_SIZE));
  return [1, ...Array.from({ length: count - 1 }, () => rng.whole(1, last))];
}

const pages = (address: string, total: number) =>
  randomPages(total, 40).map((page) => `${address}&page[size]=${PAGE_SIZE}&page[number]=${page}`);

/** Random pages of lists with the dashboard's includes, and single records. */
export async function listWorkloads(pool: pg.Pool): Promise<Workload[]> {
  const containerPages = await pool.query<{ id: string; number: string }>(
    "select id, number from containers order by md5(id::text) limit 200",
  );
  const totals = await pool.query<{ containers: number; shipments: number }>(
    "select (select count(*)::int from containers) as containers, (select count(*)::int from shipments) as shipments",
  );
  const { containers = 0, shipments = 0 } = totals.rows[0] ?? {};
  return [
    {
      name: "100 containers",
      paths: pages("/v2/containers?include=shipment,pod_terminal", containers),
      p95GoalMs: LIST_GOAL_MS,
    },
    {
      name: "100 shipments",
      paths: pages("/v2/shipments?include=containers,port_of_discharge,pod_terminal", shipments),
      p95GoalMs: LIST_GOAL_MS,
    },
    {
      name: "containers by number",
      paths: containerPages.rows.map(
        ({ number }) => `/v2/containers?filter[number]=${number}&include=shipment`,
      ),
      p95GoalMs: ITEM_GOAL_MS,
    },
    {
      name: "a container",
      paths: containerPages.rows.map(
        ({ id }) => `/v2/containers/${id}?include=shipment,pod_terminal,pickup_facility,transport_events`,
      ),
      p95GoalMs: ITEM_GOAL_MS,
    },
  ];
}
