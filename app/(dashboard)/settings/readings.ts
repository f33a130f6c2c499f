import { readWebhooksPage } from "@/app/(dashboard)/settings/webhooks/read-webhooks-page";
import type { SettingsSlug } from "@/components/settings/settings-pages";
import { readPlanPage } from "@/lib/features/connection/queries/plan-page";
import {
  readConnection,
  readInbox,
  readReconciliation,
  readRequests,
} from "@/lib/features/connection/queries/settings-pages";
import { listPerDiemTerms } from "@/lib/features/moves/commands/per-diem-terms";
import { listTerminalHours } from "@/lib/features/moves/commands/terminal-hours";
import { readSystem } from "@/lib/features/system/queries";
import { db } from "@/lib/platform/database/client";

const now = () => new Date().toISOString();

export async function readPerDiemTerms() {
  return { lines: await listPerDiemTerms(db()), readAt: now() };
}

export async function readTerminalHours() {
  return { terminals: await listTerminalHours(db()), readAt: now() };
}

/** The data of each settings page that refreshes itself. The caller checks the session. */
export const SETTINGS_READINGS: Readonly<Partial<Record<SettingsSlug, () => Promise<{ readAt: string }>>>> = {
  connection: readConnection,
  webhooks: readWebhooksPage,
  plan: readPlanPage,
  requests: readRequests,
  inbox: readInbox,
  reconciliation: readReconciliation,
  "line-terms": readPerDiemTerms,
  "terminal-hours": readTerminalHours,
  system: readSystem,
};
