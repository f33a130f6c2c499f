import type {
  ConnectionData,
  InboxData,
  ReconciliationData,
  RequestsData,
} from "@/components/settings/settings-data";
import type { SettingsSlug } from "@/components/settings/settings-pages";
import { config } from "@/lib/config";
import { db } from "@/lib/db/client";
import { listLineTerms } from "@/lib/desk-work/line-terms";
import { listTerminalHours } from "@/lib/desk-work/terminal-hours";
import { readReadiness } from "@/lib/live/readiness";
import { readReconciliationState } from "@/lib/sync/reconciliation-state";
import { findReach } from "@/lib/tracking/reach";
import { readRequestState } from "@/lib/tracking/request-state";
import { readInboxState } from "@/lib/webhooks/inbox-state";
import { readOwnWebhook } from "@/lib/webhooks/keep-webhook";
import { listSetAside } from "@/lib/webhooks/set-aside";
import { findDeliveryAddresses, sourceCheck } from "@/lib/webhooks/source-address";
import { reasonAgainst, webhookAddress } from "@/lib/webhooks/webhook-address";
import { readPlanPage } from "./plan/read-plan-page";
import { readWebhooksPage } from "./webhooks/read-webhooks-page";

const HOUR_MS = 3_600_000;
const now = () => new Date().toISOString();

/** What Settings → Connection shows; no secret is part of it. */
export async function readConnection(): Promise<ConnectionData> {
  const settings = config();
  const [reach, { own, retired, choice, check }, inbox, addresses, readiness] = await Promise.all([
    findReach(db()),
    readOwnWebhook(db()),
    readInboxState(db()),
    findDeliveryAddresses(db()),
    readReadiness(new Date()),
  ]);
  const over = retired.map(({ retiredAt }) => Date.parse(retiredAt) + settings.webhookOverlapHours * HOUR_MS);
  return {
    readAt: now(),
    serviceUrl: settings.trackingApiUrl,
    embedded: settings.trackingServiceEmbedded,
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
  const [state, setAside] = await Promise.all([readInboxState(db()), listSetAside(db())]);
  return { ...state, setAside, readAt: now() };
}

export async function readReconciliation(): Promise<ReconciliationData> {
  const state = await readReconciliationState(db());
  return { ...state, everyMinutes: config().reconcileMinutes, readAt: now() };
}

export async function readLineTerms() {
  return { lines: await listLineTerms(db()), readAt: now() };
}

export async function readTerminalHours() {
  return { terminals: await listTerminalHours(db()), readAt: now() };
}

/** What each page that reads itself again shows. Whoever calls checks the session. */
export const SETTINGS_READINGS: Readonly<Partial<Record<SettingsSlug, () => Promise<{ readAt: string }>>>> = {
  connection: readConnection,
  webhooks: readWebhooksPage,
  plan: readPlanPage,
  requests: readRequests,
  inbox: readInbox,
  reconciliation: readReconciliation,
  "line-terms": readLineTerms,
  "terminal-hours": readTerminalHours,
};
