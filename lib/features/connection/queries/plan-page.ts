import type { PlanGate } from "@/lib/contract/plan-limits";
import {
  accessNow,
  accountState,
  latestOf,
  PLAN_FEATURES,
  type PlanFeature,
  type PlanLimitSources,
} from "@/lib/features/connection/messages";
import { readRequestState } from "@/lib/features/connection/queries/budget-status";
import { type MirrorFacts, readMirrorFacts } from "@/lib/features/connection/queries/plan-limit-sources";
import type { PlanData } from "@/lib/features/connection/rules/plan-data";
import { readUsage } from "@/lib/features/tracking-requests/queries/tracking-usage";
import { findWebhookList, type WebhookList } from "@/lib/features/webhooks/queries/stored-webhooks";
import { readOwnWebhook } from "@/lib/features/webhooks/registration/registration";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import { findReach, type Reach } from "@/lib/tracking-client/capability-probe";
import { listGates, type SeenGate } from "@/lib/tracking-client/plan-limits";

const RAIL_DEADLINE = "container.pickup_lfd_rail.changed";

type Seen = {
  gates: Partial<Record<PlanGate, SeenGate>>;
  reach: Reach | null;
  mirror: MirrorFacts;
  webhook: Awaited<ReturnType<typeof readOwnWebhook>>;
  list: WebhookList | null;
};

/**
 * Returns what the last check of the account shows about a feature. A refusal of the whole key or plan gives no
 * information about a single feature.
 */
function reached({ reach }: Seen, feature: "routing" | "refresh"): PlanLimitSources {
  const works = reach?.key === "verified" && reach.records.access === "yes";
  const { access, text } = reach?.[feature] ?? { access: "unknown", text: null };
  const at = works && reach ? reach.checkedAt : null;
  return {
    openAt: access === "yes" ? at : null,
    refusedAt: access === "no" ? at : null,
    text: access === "no" && works ? text : null,
  };
}

const readingOf = ({ readAt, refusedAt, text }: MirrorFacts["documents"]): PlanLimitSources => ({
  openAt: readAt,
  refusedAt,
  text,
});

function railSeen({ webhook: { own, check } }: Seen): PlanLimitSources {
  const withheld = own?.withheldEvents.includes(RAIL_DEADLINE) ?? false;
  const reported = !withheld && (check?.atService?.events.includes(RAIL_DEADLINE) ?? false);
  const at = check?.checkedAt ?? null;
  return { openAt: reported ? at : null, refusedAt: withheld ? at : null, text: null };
}

const openSince = (openAt: string | null): PlanLimitSources => ({ openAt, refusedAt: null, text: null });

const worksAt = ({ reach, mirror }: Seen): string | null =>
  latestOf(mirror.roundAt, reach?.records.access === "yes" ? reach.checkedAt : null);

const WEBHOOK_ARCHIVE: Record<PlanFeature, { gate: PlanGate; seen: (seen: Seen) => PlanLimitSources }> = {
  records: { gate: "paid_plan", seen: (seen) => openSince(worksAt(seen)) },
  tracking: { gate: "container_limit", seen: ({ mirror }) => openSince(mirror.trackedAt) },
  webhooks: { gate: "webhooks", seen: ({ list }) => openSince(list?.readAt ?? null) },
  routing_data: {
    gate: "routing_data",
    seen: (seen) => {
      const reported = reached(seen, "routing");
      return { ...reported, openAt: latestOf(reported.openAt, seen.mirror.mapAt) };
    },
  },
  rail_lfd: { gate: "rail_lfd", seen: railSeen },
  container_refresh: { gate: "container_refresh", seen: (seen) => reached(seen, "refresh") },
  custom_fields: { gate: "custom_fields", seen: ({ mirror }) => readingOf(mirror.customFields) },
  documents: { gate: "documents", seen: ({ mirror }) => readingOf(mirror.documents) },
};

function featureEntry(feature: PlanFeature, seen: Seen): PlanData["features"][number] {
  const { gate, seen: webhookArchive } = WEBHOOK_ARCHIVE[feature];
  const refused = seen.gates[gate];
  const reported = webhookArchive(seen);
  const refusedAt = latestOf(reported.refusedAt, refused?.lastSeenAt);
  const { openAt } = reported;
  return {
    feature,
    access: accessNow({ openAt, refusedAt }),
    openAt,
    refusedAt,
    text: refused?.message ?? reported.text,
  };
}

/** Reads the data of Settings → Plan and limits from stored records. No request is sent to the service. */
export async function readPlanPage(): Promise<PlanData> {
  const [gates, reach, mirror, webhook, list, { buckets }] = await Promise.all([
    listGates(db()),
    findReach(db()),
    readMirrorFacts(db()),
    readOwnWebhook(db()),
    findWebhookList(db()),
    readRequestState(db(), config().requestLimits),
  ]);
  const seen = { gates, reach, mirror, webhook, list };
  const { key, paid_plan: paidPlan, other } = gates;
  const refusedAt = latestOf(key?.lastSeenAt, paidPlan?.lastSeenAt);
  return {
    readAt: new Date().toISOString(),
    state: accountState({
      worksAt: worksAt(seen),
      keyRefusedAt: key?.lastSeenAt ?? null,
      planRefusedAt: paidPlan?.lastSeenAt ?? null,
      everRead: mirror.everRead,
    }),
    worksAt: worksAt(seen),
    refusedAt,
    refusedWords: [key, paidPlan].find((gate) => gate?.lastSeenAt === refusedAt)?.message ?? null,
    features: PLAN_FEATURES.map((feature) => featureEntry(feature, seen)),
    other: other ? { text: other.message, at: other.lastSeenAt } : null,
    usage: await readUsage(db(), buckets),
    buckets,
  };
}
