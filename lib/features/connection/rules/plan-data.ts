import type {
  AccountState,
  PlanAccess,
  PlanFeature,
  PlanLimitSources,
} from "@/lib/features/connection/messages";
import type { TrackingUsage } from "@/lib/features/tracking-requests/rules/plan-usage";
import type { RequestsData } from "./settings-data";

/** The data of Settings → Plan and limits. Instants are ISO 8601 text in UTC. */
export type FeatureEntry = PlanLimitSources & { feature: PlanFeature; access: PlanAccess };

export type PlanData = {
  readAt: string;
  state: AccountState;
  /** When records were last read, when the service last refused the key or plan, and its message at that time. */
  worksAt: string | null;
  refusedAt: string | null;
  refusedWords: string | null;
  features: readonly FeatureEntry[];
  /** A refusal because of the plan that concerns none of the features. Null when there was none. */
  other: { text: string; at: string } | null;
  usage: TrackingUsage;
  buckets: RequestsData["buckets"];
};
