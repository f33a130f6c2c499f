import type { DeliveryRow, WebhookEntry } from "./webhooks-data";

type StatusText = { tone: "go" | "soon" | "late" | "plain"; what: string; note: string | null };

const STATUS: Readonly<Record<string, Pick<StatusText, "tone" | "what">>> = {
  succeeded: { tone: "go", what: "Delivered" },
  pending: { tone: "soon", what: "Waiting" },
  failed: { tone: "late", what: "Abandoned" },
};

/** The status of a delivery in the service's log. */
export function serviceText({ status, attempts }: NonNullable<DeliveryRow["atService"]>): StatusText {
  const { tone, what } = STATUS[status ?? ""] ?? { tone: "plain" as const, what: status ?? "Not reported" };
  const last = attempts.at(-1);
  const count = attempts.length === 1 ? "1 attempt" : `${attempts.length} attempts`;
  const reported = last?.error ?? (last?.status ? `response status ${last.status}` : null);
  return {
    tone,
    what,
    note: last ? `${count}${reported && status !== "succeeded" ? `, last: ${reported}` : ""}` : null,
  };
}

/** The processing time: "immediately", "0.4s after receipt", "12s after receipt", "3m after receipt". */
function took(from: string, to: string): string {
  const ms = Date.parse(to) - Date.parse(from);
  if (ms < 100) return "immediately";
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)}s after receipt`;
  return `${ms < 120_000 ? `${Math.round(ms / 1_000)}s` : `${Math.round(ms / 60_000)}m`} after receipt`;
}

function receivedText(here: NonNullable<DeliveryRow["here"]>): StatusText {
  const { receivedAt, processedAt, deadLetteredAt, attempts, error } = here;
  if (deadLetteredAt !== null)
    return {
      tone: "late",
      what: "Dead-lettered",
      note: `${attempts} attempts: ${error ?? "no error recorded"}`,
    };
  if (processedAt === null)
    return attempts > 0
      ? { tone: "soon", what: "Retrying soon", note: `${attempts} attempts: ${error ?? "no error recorded"}` }
      : { tone: "plain", what: "Waiting", note: "for a worker" };
  const again = attempts > 1 ? ` on attempt ${attempts}` : "";
  return {
    tone: "go",
    what: "Processed",
    note: `${took(receivedAt, processedAt)}${again}${error ? `; ${error}` : ""}`,
  };
}

/**
 * The result of a delivery at Drayboard. A delivery that is not in the inbox was for another system, was not received,
 * or is older than the retention period.
 */
export function presenceText(row: DeliveryRow, webhooks: readonly WebhookEntry[]): StatusText {
  if (row.here) return receivedText(row.here);
  const to = webhooks.find(({ id }) => id === row.atService?.webhookId);
  if (to?.kind === "other" || to?.kind === "stray")
    return { tone: "plain", what: "Not for Drayboard", note: to.url };
  if (row.atService?.status === "succeeded")
    return {
      tone: "plain",
      what: "No longer stored",
      note: "or received by an earlier dashboard at this address",
    };
  if (row.atService?.status === "failed")
    return {
      tone: "soon",
      what: "Not received",
      note: "The service will not resend it. The next sync run gets the reported data.",
    };
  return { tone: "soon", what: "Not received yet", note: "The service retries for a day." };
}
