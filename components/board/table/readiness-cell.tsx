import { classNames } from "@/components/ui/class-names";
import { Tag } from "@/components/ui/tag";
import { withKeys } from "@/components/ui/with-keys";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { isUnreadable } from "@/lib/domain/readiness/readiness";
import { releaseText } from "./cell-text";

/** Whether the other reason has a line of its own below: it would not fit next to holds or "Ready". */
export const isReasonBelow = ({ readiness, holds }: Pick<BoardRow, "readiness" | "holds">): boolean =>
  holds.length > 0 || readiness.state === "ready";

/**
 * Ready, or what prevents the pickup: active holds first, then any other reason and pending holds. If `labelled` is
 * false, the other reason is omitted when it has a line of its own, for places that show it elsewhere.
 */
export function Release({
  row,
  labelled = true,
}: {
  row: Pick<BoardRow, "readiness" | "holds">;
  labelled?: boolean;
}) {
  const { state, label, reasons } = row.readiness;
  const { active, pending, reason: why } = releaseText(row);
  return (
    <span
      className="flex min-w-0 gap-1 overflow-hidden"
      title={reasons.map((reason) => reason.text).join(". ") || undefined}
    >
      {state === "ready" && <span className="shrink-0 font-[560] text-go">✓ {label}</span>}
      {withKeys(active, (name) => name).map(({ key, item: name }) => (
        <span key={key} className="flex shrink-0">
          <Tag tone="late">{name}</Tag>
        </span>
      ))}
      {why && (labelled || !isReasonBelow(row)) && (
        <span className={classNames("truncate text-ink-2", isUnreadable(row.readiness) && "text-small")}>
          {why}
        </span>
      )}
      {pending && <Tag tone="soon">{pending}</Tag>}
    </span>
  );
}
