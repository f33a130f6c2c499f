import type { PlanGate } from "@/lib/contract/plan-limits";
import {
  accessNow,
  accountStanding,
  latestOf,
  PLAN_FEATURES,
  type PlanEvidence,
  type PlanFeature,
} from "@/lib/features/connection/messages";
import { readRequestState } from "@/lib/features/connection/queries/budget-status";
import { type MirrorEvidence, readMirrorEvidence } from "@/lib/features/connection/queries/plan-evidence";
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
  mirror: MirrorEvidence;
  webhook: Awaited<ReturnType<typeof readOwnWebhook>>;
  list: WebhookList | null;
};

/** What the last look at the account says of a feature; a refusal of key or plan as a whole says nothing of one. */
function reached({ reach }: Seen, feature: "routing" | "refresh"): PlanEvidence {
  const works = reach?.key === "verified" && reach.records.access === "yes";
  const { access, words } = reach?.[feature] ?? { access: "unknown", words: null };
  const at = works && reach ? reach.checkedAt : null;
  return {
    openAt: access === "yes" ? at : null,
    refusedAt: access === "no" ? at : null,
    words: access === "no" && works ? words : null,
  };
}

const readingOf = ({ readAt, refusedAt, words }: MirrorEvidence["documents"]): PlanEvidence => ({
  openAt: readAt,
  refusedAt,
  words,
});

function railSeen({ webhook: { own, check } }: Seen): PlanEvidence {
  const withheld = own?.withheldEvents.includes(RAIL_DEADLINE) ?? false;
  const told = !withheld && (check?.atService?.events.includes(RAIL_DEADLINE) ?? false);
  const at = check?.checkedAt ?? null;
  return { openAt: told ? at : null, refusedAt: withheld ? at : null, words: null };
}

const openSince = (openAt: string | null): PlanEvidence => ({ openAt, refusedAt: null, words: null });

const worksAt = ({ reach, mirror }: Seen): string | null =>
  latestOf(mirror.roundAt, reach?.records.access === "yes" ? reach.checkedAt : null);

const EVIDENCE: Record<PlanFeature, { gate: PlanGate; seen: (seen: Seen) => PlanEvidence }> = {
  records: { gate: "paid_plan", seen: (seen) => openSince(worksAt(seen)) },
  tracking: { gate: "container_limit", seen: ({ mirror }) => openSince(mirror.trackedAt) },
  webhooks: { gate: "webhooks", seen: ({ list }) => openSince(list?.readAt ?? null) },
  routing_data: {
    gate: "routing_data",
    seen: (seen) => {
      const told = reached(seen, "routing");
      return { ...told, openAt: latestOf(told.openAt, seen.mirror.mapAt) };
    },
  },
  rail_lfd: { gate: "rail_lfd", seen: railSeen },
  container_refresh: { gate: "container_refresh", seen: (seen) => reached(seen, "refresh") },
  custom_fields: { gate: "custom_fields", seen: ({ mirror }) => readingOf(mirror.customFields) },
  documents: { gate: "documents", seen: ({ mirror }) => readingOf(mirror.documents) },
};

function featureEntry(feature: PlanFeature, seen: Seen): PlanData["features"][number] {
  const { gate, seen: evidence } = EVIDENCE[feature];
  const refused = seen.gates[gate];
  const told = evidence(seen);
  const refusedAt = latestOf(told.refusedAt, refused?.lastSeenAt);
  const { openAt } = told;
  return {
    feature,
    access: accessNow({ openAt, refusedAt }),
    openAt,
    refusedAt,
    words: refused?.words ?? told.words,
  };
}

/** What Settings → Plan and limits shows, from what the desk recorded: the service is not asked. */
export async function readPlanPage(): Promise<PlanData> {
  const [gates, reach, mirror, webhook, list, { buckets }] = await Promise.all([
    listGates(db()),
    findReach(db()),
    readMirrorEvidence(db()),
    readOwnWebhook(db()),
    findWebhookList(db()),
    readRequestState(db(), config().requestLimits),
  ]);
  const seen = { gates, reach, mirror, webhook, list };
  const { key, paid_plan: paidPlan, other } = gates;
  const refusedAt = latestOf(key?.lastSeenAt, paidPlan?.lastSeenAt);
  return {
    readAt: new Date().toISOString(),
    standing: accountStanding({
      worksAt: worksAt(seen),
      keyRefusedAt: key?.lastSeenAt ?? null,
      planRefusedAt: paidPlan?.lastSeenAt ?? null,
      everRead: mirror.everRead,
    }),
    worksAt: worksAt(seen),
    refusedAt,
    refusedWords: [key, paidPlan].find((gate) => gate?.lastSeenAt === refusedAt)?.words ?? null,
    features: PLAN_FEATURES.map((feature) => featureEntry(feature, seen)),
    other: other ? { words: other.words, at: other.lastSeenAt } : null,
    usage: await readUsage(db(), buckets),
    buckets,
  };
}
