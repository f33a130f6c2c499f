import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import type { Milestone } from "@/lib/domain/milestones/milestones";

/** The timeline that contains the milestones. */
export function MilestoneList({ children }: { children: ReactNode }) {
  return <ol className="ml-1.5 border-l-[1.5px] border-line-strong pl-4">{children}</ol>;
}

/**
 * An actual or expected milestone with its location and a label. Its times are `children`. `source` names the reporter.
 */
export function MilestoneLine({
  milestone: { label, state, place },
  aside,
  source,
  children,
}: {
  milestone: Pick<Milestone, "label" | "state" | "place">;
  aside: string | null;
  source?: string;
  children: ReactNode;
}) {
  const expected = state === "expected";
  return (
    <li
      title={source}
      className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 pb-2.5 last:pb-0 max-sm:grid-cols-1"
    >
      <span
        aria-hidden
        className={classNames(
          "absolute top-[3px] -left-[23px] size-3 rounded-full border-2",
          expected ? "scale-80 border-ink-3 bg-surface" : "border-surface bg-ink-2",
        )}
      />
      <span className={expected ? "text-ink-2" : undefined}>
        {label}
        {place && `, ${place}`} {aside && <span className="text-small text-ink-3">{aside}</span>}
        {expected && <span className="sr-only">, expected</span>}
      </span>
      <span className="text-small text-ink-3 sm:text-right">{children}</span>
    </li>
  );
}

/** The text shown without a reported time. */
export const timeless = (state: Milestone["state"]): string =>
  state === "expected" ? "–" : "time not reported";
