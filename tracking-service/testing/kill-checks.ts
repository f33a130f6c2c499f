import type { Pool } from "pg";
import type { Accepted } from "./kill-load";
import { send } from "./response";

type Target = { url: string; key: string };

/** Reads the ids of a whole list page by page, and reports errors in the list. */
async function readList({ url, key }: Target, path: string): Promise<{ ids: Set<string>; wrong: string[] }> {
  const ids = new Set<string>();
  const wrong: string[] = [];
  let rows = 0;
  for (let page = 1; ; page += 1) {
    const response = await send(url, key, `${path}?page[size]=100&page[number]=${page}`);
    for (const { id } of response.items) {
      if (ids.has(id)) wrong.push(`${path} has ${id} twice`);
      ids.add(id);
    }
    rows += response.items.length;
    if (response.items.length < 100) {
      const total = response.document.meta?.total;
      if (total !== rows) wrong.push(`${path}: meta.total is ${total}, the pages have ${rows}`);
      return { ids, wrong };
    }
  }
}

const LISTS = ["/tracking_requests", "/parties", "/shipments", "/containers", "/webhook_notifications"];

/** Reports accepted records that are missing, and inconsistent lists. It uses only HTTP. */
export async function checkAccepted(target: Target, accepted: Accepted): Promise<string[]> {
  const lists = new Map<string, Set<string>>();
  const wrong: string[] = [];
  for (const path of LISTS) {
    const list = await readList(target, path);
    lists.set(path, list.ids);
    wrong.push(...list.wrong);
  }
  for (const [path, ids] of [
    ["/tracking_requests", accepted.trackingRequests],
    ["/parties", accepted.parties],
  ] as const) {
    for (const id of ids) if (!lists.get(path)?.has(id)) wrong.push(`${path}/${id} is lost`);
  }
  for (const containerId of new Set(accepted.roles.map((role) => role.containerId))) {
    const response = await send(target.url, target.key, `/containers/${containerId}/party_roles`);
    const present = new Set(response.items.map(({ id }) => id));
    for (const role of accepted.roles) {
      if (role.containerId === containerId && !present.has(role.id)) wrong.push(`role ${role.id} is lost`);
    }
  }
  for (const [id, possible] of accepted.references) {
    const shown = (await send(target.url, target.key, `/shipments/${id}`)).item.attributes?.ref_numbers;
    if (!possible.some((reference) => JSON.stringify([reference]) === JSON.stringify(shown))) {
      wrong.push(`shipment ${id} shows ${JSON.stringify(shown)}, not one of ${possible}`);
    }
  }
  return wrong;
}

/** Queries that must return no rows after any kill. */
const HALF_WRITTEN: Record<string, string> = {
  "a request that succeeded without a shipment":
    "select id from tracking_requests where status in ('succeeded', 'tracking_stopped') and shipment_id is null",
  "a shipment nobody asked for":
    "select id from shipments s where not exists (select 1 from tracking_requests r where r.shipment_id = s.id)",
  "a shipment without containers that waits for none": `select id from shipments s
     where not exists (select 1 from containers c where c.shipment_id = s.id)
       and not exists (select 1 from expected_containers a where a.shipment_id = s.id)`,
  "a container nothing is notified of":
    "select id from containers c where not exists (select 1 from journeys j where j.container_id = c.id)",
  "a container twice in a shipment":
    "select shipment_id as id from containers group by shipment_id, number having count(*) > 1",
  "an answer reported twice": `select reference_id as id from webhook_notifications
     where reference_type = 'tracking_request' group by reference_id, event having count(*) > 1`,
  "a record of a change that nobody was notified of": `select id from change_events c
     where not exists (select 1 from webhook_notifications n where n.reference_id = c.id)`,
  "a reported deadline or estimate that nobody was notified of": `select id from transport_events t where not milestone
     and not exists (select 1 from webhook_notifications n where n.reference_id = t.id)`,
  "an answered request that nobody was notified of": `select id from tracking_requests r
     where created_by_key_id is not null and status <> 'pending' and not exists (
       select 1 from webhook_notifications n where n.reference_id = r.id)`,
  "a container that came to be and nobody was notified of": `select id from containers c
     where created_at > (select min(created_at) from webhooks) and not exists (
       select 1 from change_events e where e.container_id = c.id and e.type = 'container_created_event')`,
};

/**
 * Reports partial data left by a killed process. The only webhook must be subscribed to all events since before the
 * load.
 */
export async function checkHalfWritten(pool: Pool): Promise<string[]> {
  const wrong: string[] = [];
  for (const [what, query] of Object.entries(HALF_WRITTEN)) {
    const { rows } = await pool.query<{ id: string }>(query);
    if (rows.length > 0) wrong.push(`${what}: ${rows.length}, such as ${rows[0]?.id}`);
  }
  return wrong;
}
