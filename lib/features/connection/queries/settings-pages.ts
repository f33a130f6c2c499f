import type {
  ConnectionData,
  InboxData,
  ReconciliationData,
  RequestsData,
} from "@/lib/features/connection/rules/settings-data";
import { countSamples } from "@/lib/features/samples/queries";
import { readOwnWebhook } from "@/lib/features/webhooks/registration/registration";
import { reasonAgainst, webhookAddress } from "@/lib/features/webhooks/rules/callback-url";
import { listDeadLettered } from "@/lib/ingest/dead-letters";
import { readInboxState } from "@/lib/ingest/inbox-status";
import { findDeliveryAddresses, sourceCheck } from "@/lib/ingest/sender-addresses";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import { readRebuilds } from "@/lib/platform/database/row-versions";
import { readReadiness } from "@/lib/realtime/server-readiness";
import { findReach } from "@/lib/tracking-client/capability-probe";
import { readRequestState } from "./budget-status";
import { readReconciliationState } from "./sync-runs";
import { listUnreadable } from "./unreadable-attributes";

const HOUR_MS = 3_600_000;
const now = () => new Date().toISOString();

/** Reads the data of Settings → Connection. It contains no secrets. */
export async function readConnection(): Promise<ConnectionData> {
  const settings = config();
  const [reach, { own, retired, choice, check }, inbox, addresses, readiness, samples] = await Promise.all([
    findReach(db()),
    readOwnWebhook(db()),
    readInboxState(db()),
    findDeliveryAddresses(db()),
    readReadiness(new Date()),
    countSamples(db()),
  ]);
  const over = retired.map(({ retiredAt }) => Date.parse(retiredAt) + settings.webhookOverlapHours * HOUR_MS);
  return {
    readAt: now(),
    serviceUrl: settings.trackingApiUrl,
    embedded: settings.trackingServiceEmbedded,
    samples,
    reach,
    webhook: {
      address: webhookAddress(settings),
      against: reasonAgainst(settings),
      wanted: choice.wanted,
      own: own && { id: own.id, secretSince: own.secretSince, secretKnown: own.secret !== null },
      chosenEvents: choice.events,
      withheldEvents: own?.withheldEvents ?? [],
      overlapUntil: over.length > 0 ? new Date(Math.max(...over)).toISOString() : null,
      check,
      lastReceivedAt: inbox.lastReceivedAt,
    },
    source: {
      header: sourceCheck(settings) === "none" ? null : (settings.trustedProxyHeader ?? "X-Forwarded-For"),
      addresses: addresses?.addresses ?? [],
      fetchedAt: addresses?.fetchedAt ?? null,
      refusedAt: addresses?.refusedAt ?? null,
    },
    readiness,
  };
}

export async function readRequests(): Promise<RequestsData> {
  return { ...(await readRequestState(db(), config().requestLimits)), readAt: now() };
}

export async function readInbox(): Promise<InboxData> {
  const [state, deadLettered, unreadable] = await Promise.all([
    readInboxState(db()),
    listDeadLettered(db()),
    listUnreadable(db()),
  ]);
  return { ...state, deadLettered, unreadable, readAt: now() };
}

export async function readReconciliation(): Promise<ReconciliationData> {
  const [state, rowRebuilds] = await Promise.all([readReconciliationState(db()), readRebuilds(db())]);
  return { ...state, rowRebuilds, everyMinutes: config().reconcileMinutes, readAt: now() };
}
