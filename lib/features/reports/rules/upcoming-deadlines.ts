import { type Deadline, isExpired } from "@/lib/domain/deadlines/deadline";
import type { ReadinessState } from "@/lib/domain/readiness/readiness";
import { addDays, localDate } from "@/lib/domain/time/zoned-time";

/** Containers with the same deadline and readiness. The values do not depend on the present time. */
export type DeadlineGroup = { deadline: Deadline; readiness: ReadinessState; containers: number };

/** Whether the containers of a column can be pulled. `other`: not available, unknown or in transit. */
export type Release = "ready" | "held" | "other";

/** Containers grouped by last free day. `on` is the day of a `day` column ("YYYY-MM-DD"), else null. */
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

/**
 * The earliest local date today of all zones. When the zones have different dates, one more day is shown, never one
 * less.
 */
function firstDay(groups: readonly DeadlineGroup[], now: Date): string {
  const days = groups.flatMap(({ deadline: { governing } }) =>
    governing ? [localDate(now, governing.zone)] : [],
  );
  return days.sort()[0] ?? localDate(now, null);
}

/**
 * Groups containers not picked up by the earliest applicable last free day at their location: expired, `DAYS_AHEAD`
 * days from the earliest local date today, later, and no deadline. Each container is in exactly one column.
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
