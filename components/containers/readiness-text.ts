import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { activeHolds } from "@/lib/domain/readiness/holds";

/** Statuses of a container that somebody may take, whatever the port's terminal says of it. */
const TAKEABLE: readonly string[] = ["available", "off_dock"];

/**
 * Whether a container can be pulled or what stops it; the reported status where that says something else, null where the
 * verdict says it all; and the reasons the verdict does not give. A status that contradicts "not available" stands alone.
 */
export function verdictWords({
  readiness,
  holds,
  status,
}: Pick<BoardRow, "readiness" | "holds" | "status">): {
  verdict: string;
  status: string | null;
  reasons: string[];
} {
  const { state, label } = readiness;
  const reasons = readiness.reasons.map((reason) => reason.words).filter((words) => words !== label);
  const contradicted = (state === "not_available" || state === "unknown") && TAKEABLE.includes(status.value);
  if (contradicted) return { verdict: status.label, status: null, reasons };
  const names = activeHolds(holds).map((hold) => hold.name);
  return {
    verdict: state === "held" ? `Held: ${names.join(", ")}` : label,
    status: status.label === label ? null : status.label,
    reasons,
  };
}
