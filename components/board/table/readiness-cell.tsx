import { Tag } from "@/components/ui/tag";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { releaseText } from "./cell-text";

/**
 * Ready, or what prevents the pickup: active holds first, then any other reason and pending holds. If `labelled` is
 * false, the other reason is omitted when there are holds, for places that show it elsewhere.
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
      {active.map((name) => (
        <span key={name} className="flex shrink-0">
          <Tag tone="late">{name}</Tag>
        </span>
      ))}
      {why && (labelled || row.holds.length === 0) && <span className="truncate text-ink-2">{why}</span>}
      {pending && <Tag tone="soon">{pending}</Tag>}
    </span>
  );
}
