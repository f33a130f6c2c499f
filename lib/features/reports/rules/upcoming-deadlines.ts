import { type Deadline, isExpired } from "@/lib/domain/deadlines/deadline";
import type { ReadinessState } from "@/lib/domain/readiness/readiness";
import { addDays, localDate } from "@/lib/domain/time/zoned-time";

/** Containers that share a deadline and a readiness: facts only, nothing that depends on the present instant. */
export type DeadlineGroup = { deadline: Deadline; readiness: ReadinessState; containers: number };

/** What of a column's containers can be pulled; `other`: not available, not known, on the way. */
export type Release = "ready" | "held" | "other";

/** Containers by when their last free day is. `on` is the day of a `day` column, "YYYY-MM-DD", else null. */
export type DueColumn = {
  kind: "expired" | "day" | "later" | "not_reported" | "not_discharged";
  on: string | null;
} & Record<Release, number>;

export const DAYS_AHEAD = 14;

const empty = (kind: DueColumn["kind"], on: string | null = null): DueColumn => ({
  kind,
  on,
  ready: 0,
  held: 0,
  other: 0,
});

function releaseOf(readiness: ReadinessState): Release {
  return readiness === "ready" || readiness === "held" ? readiness : "other";
}

/** Where it is earliest; zones apart by more than a midnight make one day more to show, never one less. */
function firstDay(groups: readonly DeadlineGroup[], now: Date): string {
  const days = groups.flatMap(({ deadline: { governing } }) =>
    governing ? [localDate(now, governing.zone)] : [],
  );
  return days.sort()[0] ?? localDate(now, null);
}

/**
 * Containers not picked up by the day their governing deadline names at its place: what has expired, `DAYS_AHEAD` days
 * from the earliest local today on, what is later, and what has no deadline. Each container stands in one column.
 */
export function deadlinesAhead(groups: readonly DeadlineGroup[], now: Date): DueColumn[] {
  const open = groups.filter(({ deadline }) => deadline.state !== "picked_up");
  const first = firstDay(open, now);
  const days = new Map(
    Array.from({ length: DAYS_AHEAD }, (_, ahead) => {
      const on = addDays(first, ahead);
      return [on, empty("day", on)];
    }),
  );
  const expired = empty("expired");
  const later = empty("later");
  const missing = { not_reported: empty("not_reported"), not_discharged: empty("not_discharged") };
  for (const { deadline, readiness, containers } of open) {
    const column = columnOf(deadline);
    column[releaseOf(readiness)] += containers;
  }
  return [expired, ...days.values(), later, missing.not_reported, missing.not_discharged];

  function columnOf(deadline: Deadline): DueColumn {
    const { state, governing } = deadline;
    if (!governing) return state === "not_discharged" ? missing.not_discharged : missing.not_reported;
    return isExpired(deadline, now) ? expired : (days.get(governing.on) ?? later);
  }
}
