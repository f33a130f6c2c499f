import { activeHolds } from "@/lib/domain/readiness/holds";
import { isUnreadable } from "@/lib/domain/readiness/readiness";
import type { BoardRow } from "./board-row";

/** Statuses in which a container can be picked up, whatever the port terminal reports. */
const TAKEABLE: readonly string[] = ["available", "off_dock"];

/**
 * The verdict: whether a container can be picked up, or what stops it. Also the reported status if it differs (null if
 * the verdict covers it), and the reasons not in the verdict. A status that contradicts "not available" is shown alone.
 */
export function verdictText({ readiness, holds, status }: Pick<BoardRow, "readiness" | "holds" | "status">): {
  verdict: string;
  status: string | null;
  reasons: string[];
} {
  const { state, label } = readiness;
  const reasons = readiness.reasons.map((reason) => reason.text).filter((text) => text !== label);
  const contradicted =
    (state === "not_available" || state === "unknown") &&
    TAKEABLE.includes(status.value) &&
    !isUnreadable(readiness);
  if (contradicted) return { verdict: status.label, status: null, reasons };
  const names = activeHolds(holds).map((hold) => hold.name);
  return {
    verdict: state === "held" ? `Held: ${names.join(", ")}` : label,
    status: status.label === label ? null : status.label,
    reasons,
  };
}
