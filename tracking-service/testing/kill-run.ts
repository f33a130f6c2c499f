import { setTimeout as pause } from "node:timers/promises";
import { EVENTS } from "@/lib/contract/events";
import { findFreePort } from "@/lib/platform/postgres/server-port";
import { createKey, ensureAccount } from "@/tracking-service/accounts/authenticate";
import { openStore, type Store } from "@/tracking-service/store/database";
import { everyPage } from "@/tracking-service/testing/every-page";
import { startCountingReceiver } from "./counting-receiver";
import { checkAccepted, checkHalfWritten } from "./kill-checks";
import { type Load, startLoad } from "./kill-load";
import { send } from "./response";
import { until } from "./running-service";
import { type ServiceProcess, startServiceProcess } from "./service-process";

export type KillFigures = {
  kills: number;
  answered: number;
  cutOff: number;
  trackingRequests: number;
  parties: number;
  roles: number;
  notifications: number;
  /** Repeated deliveries of notifications that were already accepted. */
  again: number;
};

/** Simulation speed, high enough for many changes during the kills. */
const SIM_SPEED = "240";

function environmentOf(databaseUrl: string, port: number) {
  return (simPaused: boolean) => ({
    TRACKING_DATABASE_URL: databaseUrl,
    TRACKING_SERVICE_PORT: String(port),
    SEED_CONTAINERS: "60",
    SIM_PAUSED: String(simPaused),
    SIM_SPEED,
    RATE_LIMIT_PER_MINUTE: "10000000",
    LOG_LEVEL: "info",
  });
}

async function listIds(url: string, key: string, path: string): Promise<string[]> {
  const { items } = await everyPage((page) => send(url, key, page), path);
  return items.map(({ id }) => id);
}

/** Whether all due requests are resolved and all notifications delivered. */
async function settled({ pool }: Store): Promise<boolean> {
  const { rows } = await pool.query<{ open: number }>(
    `select (select count(*) from webhook_notifications where delivery_status = 'pending')::int
       + (select count(*) from tracking_requests where status = 'pending')::int as open`,
  );
  return rows[0]?.open === 0;
}

type Ended = {
  url: string;
  key: string;
  store: Store;
  load: Load;
  times: Map<string, number>;
  kills: number;
};

async function judge({ url, key, store, load, times, kills }: Ended) {
  const wrong = [...load.surprises, ...(await checkAccepted({ url, key }, load.accepted))];
  wrong.push(...(await checkHalfWritten(store.pool)));
  const { rows } = await store.pool.query<{ id: string; status: string }>(
    "select id, delivery_status as status from webhook_notifications",
  );
  const stored = new Set(rows.map(({ id }) => id));
  for (const { id, status } of rows) if (!times.has(id)) wrong.push(`notification ${id} (${status}) is lost`);
  for (const id of times.keys())
    if (!stored.has(id)) wrong.push(`notification ${id} tells of what is not stored`);
  const { accepted, answered, cutOff } = load;
  const figures: KillFigures = {
    kills,
    answered,
    cutOff,
    notifications: rows.length,
    trackingRequests: accepted.trackingRequests.length,
    parties: accepted.parties.length,
    roles: accepted.roles.length,
    again: [...times.values()].reduce((sum, count) => sum + count - 1, 0),
  };
  return { wrong, figures };
}

/**
 * Kills the service under load `kills` times with SIGKILL, on an empty database. `program` is the file of its bundle.
 * Returns the errors found afterwards: lost, duplicate or partial data. None is expected.
 */
export async function killUnderLoad(
  program: string,
  databaseUrl: string,
  kills: number,
): Promise<{ wrong: string[]; figures: KillFigures }> {
  const port = await findFreePort();
  const environment = environmentOf(databaseUrl, port);
  const url = `http://127.0.0.1:${port}/v2`;
  const receiver = await startCountingReceiver();
  const store = openStore(databaseUrl);
  // The simulation is paused until the webhook is subscribed to all events.
  let service: ServiceProcess = await startServiceProcess(program, environment(true));
  try {
    const account = await ensureAccount(store.db, "Drayboard");
    const key = await createKey(store.db, account.id, "Load");
    const attributes = { url: receiver.url, active: true, events: EVENTS };
    await send(url, key, "/webhooks", { body: { data: { type: "webhook", attributes } } });
    const containerIds = await listIds(url, key, "/containers");
    const shipmentIds = await listIds(url, key, "/shipments");
    const load = startLoad({ url, key, containerIds, shipmentIds });
    for (let killed = 0; killed < kills; killed += 1) {
      const enough = load.answered + 50 + Math.random() * 150;
      await until(() => load.answered > enough, 60_000);
      await service.kill();
      service = await startServiceProcess(program, environment(false));
    }
    await pause(1_000);
    await load.stop();
    await service.kill();
    service = await startServiceProcess(program, environment(true));
    await until(() => settled(store), 120_000, 200);
    return await judge({ url, key, store, load, times: receiver.times, kills });
  } finally {
    await service.kill();
    await store.close();
    await receiver.close();
  }
}
