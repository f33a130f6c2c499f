import type { Access, WebhookData } from "@/lib/features/connection/rules/settings-data";

type Words = { tone: "go" | "soon" | "late" | "plain"; what: string; advice: string | null };

const KEY_WORDS: Record<"verified" | "refused" | "unknown", Words> = {
  verified: { tone: "go", what: "Verified", advice: null },
  refused: {
    tone: "late",
    what: "Refused",
    advice: "Put a key of this account into TRACKING_API_KEY and start Drayboard again.",
  },
  unknown: {
    tone: "plain",
    what: "Not known",
    advice: "The service did not answer when it was asked. Check again.",
  },
};

export function keyWords(key: "verified" | "refused" | "unknown" | null): Words {
  return key === null
    ? { tone: "plain", what: "Not checked yet", advice: "A worker asks the service within a minute." }
    : KEY_WORDS[key];
}

const ACCESS_WORDS: Record<Access["access"], Pick<Words, "tone" | "what">> = {
  yes: { tone: "go", what: "Open to this account" },
  no: { tone: "soon", what: "Not on this account’s plan" },
  unknown: { tone: "plain", what: "Not known" },
};

export function accessWords(access: Access["access"]): Pick<Words, "tone" | "what"> {
  return ACCESS_WORDS[access];
}

/** The status of the webhook: its main problem and the remedy. */
export function webhookWords(webhook: WebhookData): Words {
  const { against, wanted, own, check } = webhook;
  if (against === "by_hand")
    return {
      tone: "plain",
      what: "Managed manually",
      advice: "WEBHOOK_SECRET is set. Unset it and start again to have Drayboard register its own.",
    };
  if (against === "out_of_reach")
    return {
      tone: "late",
      what: "Cannot be registered",
      advice:
        "The service is elsewhere and delivers to https alone. Set PUBLIC_URL to Drayboard’s https address and start again. Until then changes come by reconciliation.",
    };
  if (!wanted)
    return {
      tone: "late",
      what: "Removed",
      advice: "Changes come by sync only. Register it to receive them at once.",
    };
  if (own === null)
    return {
      tone: "late",
      what: "Not registered",
      advice: "A worker registers it and goes on trying. Register it now to see what the service says.",
    };
  if (check?.atService?.active === false)
    return {
      tone: "late",
      what: "Switched off by the service",
      advice:
        "Deliveries failed for too long. A worker switches it on again as soon as the service can reach Drayboard.",
    };
  if (check !== null && check.atService === null)
    return {
      tone: "soon",
      what: "Not checked yet",
      advice: "A worker looks every two minutes.",
    };
  const { failed = 0, waiting = 0 } = check?.deliveries ?? {};
  if (failed + waiting > 0)
    return {
      tone: "soon",
      what: "Active, some deliveries fail",
      advice:
        "The service tries again for a day, and a sync run finds what was not delivered. Look at the proxy in front of Drayboard and at its log.",
    };
  return { tone: "go", what: "Active", advice: null };
}

/** For example "Of the last 30 deliveries none failed." */
export function deliveryWords(check: WebhookData["check"]): string {
  const { looked = 0, failed = 0, waiting = 0 } = check?.deliveries ?? {};
  if (check === null) return "Not looked at yet";
  if (check.deliveries == null) return "The service’s log cannot be read";
  if (looked === 0) return "None by this webhook when last looked at";
  const last = looked === 1 ? "The last one" : `Of the last ${looked}`;
  if (failed + waiting === 0) return looked === 1 ? `${last} arrived` : `${last} all arrived`;
  const said = [failed > 0 && `${failed} failed`, waiting > 0 && `${waiting} wait for another try`];
  return `${last}: ${said.filter(Boolean).join(", ")}`;
}
