import { findWebhookCheck } from "@/lib/features/webhooks/registration/registration-check";
import { reasonAgainst, type Surroundings, webhookAddress } from "@/lib/features/webhooks/rules/callback-url";
import { readInboxState } from "@/lib/ingest/inbox-status";
import type { Database } from "@/lib/platform/database/client";
import { findOwnWebhookUrl } from "@/lib/tracking-client/registered-webhook";
import { type Finding, ok, warning } from "./finding";

const DAY_MS = 24 * 3_600_000;
const NAME = "Webhook";

async function checkRegistration(db: Database, installation: Surroundings): Promise<Finding> {
  const reason = reasonAgainst(installation);
  if (reason === "by_hand") return ok(NAME, "registered by hand (WEBHOOK_SECRET is set)");
  if (reason === "out_of_reach")
    return warning(
      NAME,
      "the tracking service cannot reach PUBLIC_URL",
      "Set PUBLIC_URL to a public https address. Until then only sync runs bring changes.",
    );
  const url = await findOwnWebhookUrl(db);
  const check = await findWebhookCheck(db);
  if (url === null)
    return warning(
      NAME,
      `not registered${check?.problem ? ` (${check.problem})` : ""}`,
      "A running worker registers it within two minutes. Settings → Connection shows its state.",
    );
  const expected = webhookAddress(installation);
  if (url !== expected)
    return warning(
      NAME,
      `registered with ${url}, expected ${expected}`,
      "Check PUBLIC_URL. A running worker registers the present one.",
    );
  if (check?.problem) return warning(NAME, check.problem, "See Settings → Connection.");
  return check?.atService?.active === false
    ? warning(
        NAME,
        "deactivated by the service after failures",
        "Check that the service can reach PUBLIC_URL.",
      )
    : ok(NAME, `registered with ${url}`);
}

/** Checks the registration of the webhook and when the last delivery arrived. */
export async function checkWebhook(db: Database, installation: Surroundings, now: Date): Promise<Finding[]> {
  const { lastReceivedAt } = await readInboxState(db);
  const advice = "If containers change at the service, check Settings → Connection and the reverse proxy.";
  const isRecent = lastReceivedAt !== null && now.getTime() - Date.parse(lastReceivedAt) < DAY_MS;
  const text = lastReceivedAt === null ? "none received yet" : `received ${lastReceivedAt}`;
  return [
    await checkRegistration(db, installation),
    isRecent ? ok("Last delivery", text) : warning("Last delivery", text, advice),
  ];
}
