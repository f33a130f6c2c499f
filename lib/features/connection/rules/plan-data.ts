import type { AccountStanding, PlanAccess, PlanFeature } from "@/lib/features/connection/messages";
import type { TrackingUsage } from "@/lib/features/tracking-requests/rules/plan-usage";
import type { RequestsData } from "./settings-data";

/** What Settings → Plan and limits shows. Instants are ISO 8601 text in UTC. */
export type FeatureEntry = {
  feature: PlanFeature;
  access: PlanAccess;
  openAt: string | null;
  refusedAt: string | null;
  words: string | null;
};

export type PlanData = {
  readAt: string;
  standing: AccountStanding;
  /** When the account's records were last read, when the service last refused key or plan, and its words then. */
  worksAt: string | null;
  refusedAt: string | null;
  refusedWords: string | null;
  features: readonly FeatureEntry[];
  /** What was refused for the plan's sake and belongs to none of the features; null when nothing was. */
  other: { words: string; at: string } | null;
  usage: TrackingUsage;
  buckets: RequestsData["buckets"];
};
