import {
  activateServiceWebhook,
  countDeliveries,
  createServiceWebhook,
  eventsOf,
  findObstacle,
  listServiceWebhooks,
  quietServiceWebhook,
  removeServiceWebhook,
  type ServiceWebhook,
  subscribe,
} from "@/lib/features/webhooks/queries/account-webhooks";
import { noteWebhookList } from "@/lib/features/webhooks/queries/stored-webhooks";
import type { Database } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";
import type { TrackingClient } from "@/lib/tracking-client/client";
import {
  findOwnWebhook,
  forgetOwnWebhook,
  listRetiredWebhooks,
  type OwnWebhook,
  type RetiredWebhook,
  rememberOwnWebhook,
  replaceOwnWebhook,
  writeRetiredWebhooks,
} from "@/lib/tracking-client/registered-webhook";
import { findWebhookCheck, noteWebhookCheck } from "./registration-check";
import { readWebhookChoice } from "./subscribed-events";

const log = logger("webhook");
const HOUR_MS = 3_600_000;

/**
 * Context of the webhook: Drayboard's database, the account, the own address, and how long a replaced secret is
 * accepted. `requestSyncRun` requests a sync run for missed deliveries.
 */
export type Keeping = {
  db: Database;
  client: TrackingClient;
  url: string;
  overlapHours: number;
  requestSyncRun: (reason: string) => Promise<void>;
};

type Known = OwnWebhook & { secret: string };

/** Returns the current webhook if its secret is known, from the database or from the service. */
async function findUsable(keeping: Keeping, there: readonly ServiceWebhook[]): Promise<Known | null> {
  const { db, url } = keeping;
  const own = await findOwnWebhook(db);
  if (own === null || own.url !== url) return null;
  const found = there.find(({ id }) => id === own.id);
  if (!found) return null;
  const secret = found.secret ?? own.secret;
  if (secret === null) return null;
  const since = { ...own, secret, secretSince: new Date().toISOString() };
  // The service returns another secret. Deliveries in transit are still signed with the stored one.
  if (own.secret !== null && secret !== own.secret) await replaceOwnWebhook(db, since);
  else if (own.secret === null) await rememberOwnWebhook(db, since);
  return { ...own, secret };
}

/** Registers a webhook, or takes over one at the own address if the service returns its secret. */
async function obtain(keeping: Keeping, there: readonly ServiceWebhook[]): Promise<Known> {
  const { db, client, url } = keeping;
  const ours = there.filter((webhook) => webhook.url === url && webhook.secret !== null);
  const found = ours.find(({ active }) => active) ?? ours[0];
  const since = { secretSince: new Date().toISOString(), withheldEvents: [] };
  if (found?.secret) {
    const own = { ...since, id: found.id, url, secret: found.secret, requestedEvents: null };
    await replaceOwnWebhook(db, own);
    return own;
  }
  const events = eventsOf(await readWebhookChoice(db));
  const known = there.map(({ id }) => id);
  const { webhook, withheld } = await createServiceWebhook(client, { url, events, known });
  const own = {
    ...since,
    id: webhook.id,
    url,
    secret: webhook.secret,
    requestedEvents: [...events],
    withheldEvents: withheld,
  };
  await replaceOwnWebhook(db, own);
  log.info({ webhook: webhook.id }, "webhook registered");
  return own;
}

/**
 * Reactivates the webhook once the service can reach Drayboard. Throws `refused_by_service` with a message when it
 * cannot.
 */
async function reactivate({ db, client, url }: Keeping, id: string): Promise<void> {
  const obstacle = await findObstacle(db, client, url);
  if (obstacle !== null)
    throw new AppError(
      "refused_by_service",
      `The service can’t deliver to ${url}: ${obstacle}. The webhook is turned on again once delivery works.`,
    );
  await activateServiceWebhook(client, id);
  await noteWebhookCheck(db, { reactivatedAt: new Date().toISOString(), problem: null });
  log.info({ webhook: id }, "webhook switched on again");
}

const sameNames = (some: readonly string[], others: readonly string[]) =>
  some.every((name) => others.includes(name)) && others.every((name) => some.includes(name));

/**
 * Requests a sync run if the webhook only now receives deliveries: it is `fresh`, or it was last stored as another or
 * an inactive webhook. It is stored as active only after that. If this check is interrupted, the next one requests the
 * sync run.
 */
async function requestMissed(
  { db, requestSyncRun: askForRound }: Keeping,
  own: Known,
  { existing, fresh }: { existing: ServiceWebhook | undefined; fresh: boolean },
): Promise<void> {
  const noted = (await findWebhookCheck(db))?.atService;
  if (!fresh && noted?.id === own.id && noted.active) return;
  await askForRound("the webhook was switched off or is new");
  await noteWebhookCheck(db, {
    atService: { id: own.id, active: true, events: existing?.events ?? own.requestedEvents ?? [] },
  });
}

/**
 * Subscribes to the chosen events if they differ from the last requested ones, or from those of `standing` because they
 * were changed at the service. Requests a sync run if a requested event was not subscribed until now.
 */
async function subscribeAsChosen(
  { db, client, requestSyncRun: askForRound }: Keeping,
  own: Known,
  status: ServiceWebhook | undefined,
): Promise<void> {
  const events = eventsOf(await readWebhookChoice(db));
  const requested = own.requestedEvents ?? [];
  const input = (names: readonly string[]) => names.filter((name) => !own.withheldEvents.includes(name));
  const asChosen = !status || sameNames(status.events, input(events));
  if (asChosen && sameNames(requested, events)) return;
  const disconnected = status !== undefined && input(requested).some((name) => !status.events.includes(name));
  // After an interruption from here on, the next check finds no requested events. It then requests the events and the
  // sync run.
  if (disconnected) await rememberOwnWebhook(db, { ...own, requestedEvents: [] });
  const { withheld, reported } = await subscribe(client, own.id, events);
  if (reported && (disconnected || own.requestedEvents?.length === 0))
    await askForRound("the webhook did not listen to all it was to");
  await rememberOwnWebhook(db, { ...own, requestedEvents: [...events], withheldEvents: withheld });
}

/**
 * Limits replaced webhooks to waiting deliveries, and deletes them after their last possible delivery. They are
 * identified by id only, because PUBLIC_URL may have been different. Webhooks that were not stored as own ones are not
 * changed.
 */
async function finalizeRetired(
  keeping: Keeping,
  own: Known,
  there: readonly ServiceWebhook[],
): Promise<void> {
  const { db, client, overlapHours } = keeping;
  const retired = await listRetiredWebhooks(db);
  const strays = there.filter(
    ({ id, url, secret }) =>
      url === keeping.url && secret !== null && id !== own.id && !retired.some((one) => one.id === id),
  );
  // A webhook that was registered but not stored, because the process was killed in between.
  for (const { id, secret } of strays)
    retired.push({ id, secret, retiredAt: new Date().toISOString(), quiet: false });
  const stored: RetiredWebhook[] = [];
  for (const one of retired) {
    const status = one.id !== own.id && there.some(({ id }) => id === one.id);
    const over = Date.now() - Date.parse(one.retiredAt) >= overlapHours * HOUR_MS;
    if (over && status) await removeServiceWebhook(client, one.id);
    if (over) continue;
    if (status && !one.quiet) await quietServiceWebhook(client, one.id);
    stored.push({ ...one, quiet: one.quiet || status });
  }
  if (retired.length) await writeRetiredWebhooks(db, stored);
}

/** Deletes the webhook and all replaced ones at the service, and deletes their secrets. */
async function takeAway({ db, client }: Keeping): Promise<void> {
  const own = await findOwnWebhook(db);
  const retired = await listRetiredWebhooks(db);
  const ids = [own, ...retired].flatMap((one) => one?.id ?? []);
  const there = ids.length ? await listServiceWebhooks(client) : [];
  const ours = there.filter(({ id }) => ids.includes(id));
  for (const { id } of ours) await removeServiceWebhook(client, id);
  if (ids.length)
    await noteWebhookList(
      db,
      there.filter((webhook) => !ours.includes(webhook)),
    );
  await writeRetiredWebhooks(db, []);
  await forgetOwnWebhook(db);
  await noteWebhookCheck(db, { atService: null, deliveries: null, problem: null });
}

/** The values of a webhook that may be stored, without its secret. */
const stateOf = ({ id, active, events }: ServiceWebhook) => ({ id, active, events });

async function noteFound(keeping: Keeping, own: Known): Promise<void> {
  const { db, client, url } = keeping;
  const there = await listServiceWebhooks(client);
  const retired = (await listRetiredWebhooks(db)).map(({ id }) => id);
  const status = there.find(({ id }) => id === own.id);
  await noteWebhookList(db, there);
  await noteWebhookCheck(db, {
    atService: status ? stateOf(status) : null,
    deliveries: await countDeliveries(client, own.id),
    others: there
      .filter(({ id }) => id !== own.id && !retired.includes(id))
      .map(({ id, url: other, active }) => ({ id, url: other, active, atOurAddress: other === url })),
  });
}

/**
 * Brings the own webhook at the service into the chosen state: registered, active, with the chosen events, and replaced
 * webhooks retired; or no webhook at all. Each step is stored as soon as it is complete. If deliveries may have been
 * missed, a sync run is requested, even if later steps fail. The caller must hold the webhook lock.
 */
export async function putWebhookInOrder(keeping: Keeping): Promise<void> {
  const { db, client } = keeping;
  try {
    const { wanted } = await readWebhookChoice(db);
    if (!wanted) {
      await takeAway(keeping);
      return;
    }
    const there = await listServiceWebhooks(client);
    const usable = await findUsable(keeping, there);
    const own = usable ?? (await obtain(keeping, there));
    const existing = there.find(({ id }) => id === own.id);
    if (existing?.active === false) {
      await noteWebhookCheck(db, { atService: stateOf(existing) });
      await reactivate(keeping, own.id);
    }
    await requestMissed(keeping, own, { existing, fresh: usable === null });
    await subscribeAsChosen(keeping, own, existing);
    await finalizeRetired(keeping, own, there);
    await noteFound(keeping, own);
    await noteWebhookCheck(db, { problem: null });
  } catch (error) {
    if (error instanceof AppError) await noteWebhookCheck(db, { problem: error.message }).catch(() => {});
    throw error;
  }
}

/**
 * Replaces the own webhook with a new one and a new secret. Both secrets are accepted until the last possible delivery
 * of the old webhook. The caller must hold the webhook lock. Throws `not_found` when there is no webhook to replace.
 */
export async function rotateWebhookSecret(keeping: Keeping): Promise<void> {
  const { db, client, url } = keeping;
  const own = await findOwnWebhook(db);
  if (!own) throw new AppError("not_found", "No webhook is registered. Register one first.");
  const events = eventsOf(await readWebhookChoice(db));
  const there = await listServiceWebhooks(client);
  const known = there.map(({ id }) => id);
  const { webhook, withheld } = await createServiceWebhook(client, { url, events, known });
  await replaceOwnWebhook(db, {
    id: webhook.id,
    url,
    secret: webhook.secret,
    secretSince: new Date().toISOString(),
    requestedEvents: [...events],
    withheldEvents: withheld,
  });
  const noted = (await findWebhookCheck(db))?.atService;
  const listened = there.some(({ id, active }) => id === own.id && active);
  // The previous webhook received all deliveries, so no sync run is needed unless one was already due.
  if (listened && noted?.id === own.id && noted.active)
    await noteWebhookCheck(db, { atService: stateOf(webhook) });
  log.info({ webhook: webhook.id }, "webhook secret rotated");
  // The rotation is complete. A worker runs the remaining steps with its next check.
  await putWebhookInOrder(keeping).catch(() => {});
}

/** Returns the stored state of the own webhook. */
export async function readOwnWebhook(db: Database) {
  const [own, retired, choice, check] = [
    await findOwnWebhook(db),
    await listRetiredWebhooks(db),
    await readWebhookChoice(db),
    await findWebhookCheck(db),
  ];
  return { own, retired, choice, check };
}
