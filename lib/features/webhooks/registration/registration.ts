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
 * Whose webhook: the dashboard's database, the account, our address, and how long a replaced secret is taken. `askForRound`
 * asks for a round of reconciliation, for what no delivery reported.
 */
export type Keeping = {
  db: Database;
  client: TrackingClient;
  url: string;
  overlapHours: number;
  askForRound: (reason: string) => Promise<void>;
};

type Known = OwnWebhook & { secret: string };

/** The one in use with a secret that is known, as stored or as the service tells it. */
async function findUsable(keeping: Keeping, there: readonly ServiceWebhook[]): Promise<Known | null> {
  const { db, url } = keeping;
  const own = await findOwnWebhook(db);
  if (own === null || own.url !== url) return null;
  const found = there.find(({ id }) => id === own.id);
  if (!found) return null;
  const secret = found.secret ?? own.secret;
  if (secret === null) return null;
  const since = { ...own, secret, secretSince: new Date().toISOString() };
  // The service has another secret for it: deliveries on their way are still signed with ours.
  if (own.secret !== null && secret !== own.secret) await replaceOwnWebhook(db, since);
  else if (own.secret === null) await rememberOwnWebhook(db, since);
  return { ...own, secret };
}

/** Registers one, or takes one over that stands at our address and whose secret is reported. */
async function obtain(keeping: Keeping, there: readonly ServiceWebhook[]): Promise<Known> {
  const { db, client, url } = keeping;
  const ours = there.filter((webhook) => webhook.url === url && webhook.secret !== null);
  const found = ours.find(({ active }) => active) ?? ours[0];
  const since = { secretSince: new Date().toISOString(), withheldEvents: [] };
  if (found?.secret) {
    const own = { ...since, id: found.id, url, secret: found.secret, askedEvents: null };
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
    askedEvents: [...events],
    withheldEvents: withheld,
  };
  await replaceOwnWebhook(db, own);
  log.info({ webhook: webhook.id }, "webhook registered");
  return own;
}

/** Switches the webhook on again, once the service can reach us. Throws `refused_by_service` with the words when not. */
async function reactivate({ db, client, url }: Keeping, id: string): Promise<void> {
  const obstacle = await findObstacle(db, client, url);
  if (obstacle !== null)
    throw new AppError(
      "refused_by_service",
      `The service cannot deliver to ${url}: ${obstacle}. It is switched on again as soon as it can.`,
    );
  await activateServiceWebhook(client, id);
  await noteWebhookCheck(db, { reactivatedAt: new Date().toISOString(), problem: null });
  log.info({ webhook: id }, "webhook switched on again");
}

const sameNames = (some: readonly string[], others: readonly string[]) =>
  some.every((name) => others.includes(name)) && others.every((name) => some.includes(name));

/**
 * Asks for a round where the webhook listens only now: it is `fresh`, or was last noted as another or asleep. It is noted
 * as awake after that alone, so that a look that was broken off leaves the round to be asked for by the next.
 */
async function askForMissed(
  { db, askForRound }: Keeping,
  own: Known,
  { standing, fresh }: { standing: ServiceWebhook | undefined; fresh: boolean },
): Promise<void> {
  const noted = (await findWebhookCheck(db))?.atService;
  if (!fresh && noted?.id === own.id && noted.active) return;
  await askForRound("the webhook was switched off or is new");
  await noteWebhookCheck(db, {
    atService: { id: own.id, active: true, events: standing?.events ?? own.askedEvents ?? [] },
  });
}

/**
 * Subscribes to what was chosen, where that is not what was last asked for, or not what `standing` listens to: somebody
 * changed it at the service. A round is asked for where an event that was asked for was not listened to until now.
 */
async function subscribeAsChosen(
  { db, client, askForRound }: Keeping,
  own: Known,
  standing: ServiceWebhook | undefined,
): Promise<void> {
  const events = eventsOf(await readWebhookChoice(db));
  const asked = own.askedEvents ?? [];
  const given = (names: readonly string[]) => names.filter((name) => !own.withheldEvents.includes(name));
  const asChosen = !standing || sameNames(standing.events, given(events));
  if (asChosen && sameNames(asked, events)) return;
  const disconnected = standing !== undefined && given(asked).some((name) => !standing.events.includes(name));
  // A look that is broken off from here on finds that nothing was asked, and asks for the events and the round.
  if (disconnected) await rememberOwnWebhook(db, { ...own, askedEvents: [] });
  const { withheld, reported } = await subscribe(client, own.id, events);
  if (reported && (disconnected || own.askedEvents?.length === 0))
    await askForRound("the webhook did not listen to all it was to");
  await rememberOwnWebhook(db, { ...own, askedEvents: [...events], withheldEvents: withheld });
}

/**
 * Quiets those that were replaced, and removes them when their last delivery can have come no more; by their id alone,
 * for PUBLIC_URL may have been another then. None is touched that was not noted as ours.
 */
async function settleRetired(keeping: Keeping, own: Known, there: readonly ServiceWebhook[]): Promise<void> {
  const { db, client, overlapHours } = keeping;
  const retired = await listRetiredWebhooks(db);
  const strays = there.filter(
    ({ id, url, secret }) =>
      url === keeping.url && secret !== null && id !== own.id && !retired.some((one) => one.id === id),
  );
  // One that was registered and not noted: a process was killed in between.
  for (const { id, secret } of strays)
    retired.push({ id, secret, retiredAt: new Date().toISOString(), quiet: false });
  const kept: RetiredWebhook[] = [];
  for (const one of retired) {
    const standing = one.id !== own.id && there.some(({ id }) => id === one.id);
    const over = Date.now() - Date.parse(one.retiredAt) >= overlapHours * HOUR_MS;
    if (over && standing) await removeServiceWebhook(client, one.id);
    if (over) continue;
    if (standing && !one.quiet) await quietServiceWebhook(client, one.id);
    kept.push({ ...one, quiet: one.quiet || standing });
  }
  if (retired.length) await writeRetiredWebhooks(db, kept);
}

/** Deletes the webhook at the service and with it all that were replaced, and forgets their secrets. */
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

/** What may be noted of it: never its secret. */
const stateOf = ({ id, active, events }: ServiceWebhook) => ({ id, active, events });

async function noteFound(keeping: Keeping, own: Known): Promise<void> {
  const { db, client, url } = keeping;
  const there = await listServiceWebhooks(client);
  const retired = (await listRetiredWebhooks(db)).map(({ id }) => id);
  const standing = there.find(({ id }) => id === own.id);
  await noteWebhookList(db, there);
  await noteWebhookCheck(db, {
    atService: standing ? stateOf(standing) : null,
    deliveries: await countDeliveries(client, own.id),
    others: there
      .filter(({ id }) => id !== own.id && !retired.includes(id))
      .map(({ id, url: other, active }) => ({ id, url: other, active, atOurAddress: other === url })),
  });
}

/**
 * Brings our webhook at the service to what was chosen: registered, switched on, with the chosen events, those it
 * replaced out of use; or none at all. Every step is kept as soon as it is done; where deliveries may have been missed
 * until now a round is asked for, whatever becomes of the steps after. Hold the webhook's lock.
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
    const standing = there.find(({ id }) => id === own.id);
    if (standing?.active === false) {
      await noteWebhookCheck(db, { atService: stateOf(standing) });
      await reactivate(keeping, own.id);
    }
    await askForMissed(keeping, own, { standing, fresh: usable === null });
    await subscribeAsChosen(keeping, own, standing);
    await settleRetired(keeping, own, there);
    await noteFound(keeping, own);
    await noteWebhookCheck(db, { problem: null });
  } catch (error) {
    if (error instanceof AppError) await noteWebhookCheck(db, { problem: error.message }).catch(() => {});
    throw error;
  }
}

/**
 * Puts a new webhook, and with it a new secret, in the place of ours. Both secrets are taken until the last delivery of
 * the old one could still come. Hold the webhook's lock. Throws `not_found` when there is none to replace.
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
    askedEvents: [...events],
    withheldEvents: withheld,
  });
  const noted = (await findWebhookCheck(db))?.atService;
  const listened = there.some(({ id, active }) => id === own.id && active);
  // The one before heard what this one does not: no round is needed, but where one was.
  if (listened && noted?.id === own.id && noted.active)
    await noteWebhookCheck(db, { atService: stateOf(webhook) });
  log.info({ webhook: webhook.id }, "webhook secret rotated");
  // It is done: what is left to do a worker does with its next look.
  await putWebhookInOrder(keeping).catch(() => {});
}

/** How our webhook stands, by what is stored. */
export async function readOwnWebhook(db: Database) {
  const [own, retired, choice, check] = [
    await findOwnWebhook(db),
    await listRetiredWebhooks(db),
    await readWebhookChoice(db),
    await findWebhookCheck(db),
  ];
  return { own, retired, choice, check };
}
