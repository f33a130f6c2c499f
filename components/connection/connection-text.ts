import type { Access, WebhookData } from "@/lib/features/connection/rules/settings-data";

type StatusText = { tone: "go" | "soon" | "late" | "plain"; what: string; advice: string | null };

const KEY_TEXTS: Record<"verified" | "refused" | "unknown", StatusText> = {
  verified: { tone: "go", what: "Verified", advice: null },
  refused: {
    tone: "late",
    what: "Refused",
    advice: "Set TRACKING_API_KEY to a key for this account and restart Drayboard.",
  },
  unknown: {
    tone: "plain",
    what: "Unknown",
    advice: "The service did not respond. Check again.",
  },
};

export function keyText(key: "verified" | "refused" | "unknown" | null): StatusText {
  return key === null
    ? { tone: "plain", what: "Not checked yet", advice: "A worker checks within a minute." }
    : KEY_TEXTS[key];
}

const ACCESS_LABELS: Record<Access["access"], Pick<StatusText, "tone" | "what">> = {
  yes: { tone: "go", what: "Available" },
  no: { tone: "soon", what: "Not on this account’s plan" },
  unknown: { tone: "plain", what: "Unknown" },
};

export function accessText(access: Access["access"]): Pick<StatusText, "tone" | "what"> {
  return ACCESS_LABELS[access];
}

/** The status of the webhook: its main problem and the remedy. */
export function webhookText(webhook: WebhookData): StatusText {
  const { against, wanted, own, check } = webhook;
  if (against === "by_hand")
    return {
      tone: "plain",
      what: "Managed manually",
      advice: "WEBHOOK_SECRET is set. Unset it and restart Drayboard to register a webhook automatically.",
    };
  if (against === "out_of_reach")
    return {
      tone: "late",
      what: "Cannot be registered",
      advice:
        "The service is remote and delivers to HTTPS addresses only. Set PUBLIC_URL to Drayboard’s HTTPS address and restart. Until then, changes arrive by sync.",
    };
  if (!wanted)
    return {
      tone: "late",
      what: "Removed",
      advice: "Changes arrive by sync only. Register the webhook to receive them immediately.",
    };
  if (own === null)
    return {
      tone: "late",
      what: "Not registered",
      advice:
        "A worker registers it and retries until it succeeds. Register it now to see the service’s response.",
    };
  if (check?.atService?.active === false)
    return {
      tone: "late",
      what: "Deactivated by the service",
      advice:
        "Deliveries failed for too long. A worker reactivates it as soon as the service can reach Drayboard.",
    };
  if (check !== null && check.atService === null)
    return {
      tone: "soon",
      what: "Not checked yet",
      advice: "A worker checks every two minutes.",
    };
  const { failed = 0, waiting = 0 } = check?.deliveries ?? {};
  if (failed + waiting > 0)
    return {
      tone: "soon",
      what: "Active, some deliveries failing",
      advice:
        "The service retries for a day, and a sync run finds what was not delivered. Check the proxy in front of Drayboard and its log.",
    };
  return { tone: "go", what: "Active", advice: null };
}

/** For example "Of the last 30 deliveries none failed." */
export function deliveryText(check: WebhookData["check"]): string {
  const { looked = 0, failed = 0, waiting = 0 } = check?.deliveries ?? {};
  if (check === null) return "Not checked yet";
  if (check.deliveries == null) return "Couldn’t read the service’s log";
  if (looked === 0) return "None from this webhook at the last check";
  const last = looked === 1 ? "Last delivery" : `Last ${looked} deliveries`;
  if (failed + waiting === 0) return looked === 1 ? `${last} arrived` : `${last} all arrived`;
  const reported = [failed > 0 && `${failed} failed`, waiting > 0 && `${waiting} awaiting retry`];
  return `${last}: ${reported.filter(Boolean).join(", ")}`;
}
