import { Tag } from "@/components/ui/tag";
import type { BoardRow } from "@/lib/dispatch/board-row";
import { isActiveHold } from "@/lib/dispatch/holds";

const SHOWN = 2;

/** Ready, or what stands in the way: active holds first, then what only warns. */
export function Release({ row }: { row: Pick<BoardRow, "readiness" | "holds"> }) {
  const { state, label, reasons } = row.readiness;
  const holds = [...row.holds].sort((a, b) => Number(isActiveHold(b)) - Number(isActiveHold(a)));
  const why = reasons.map((reason) => reason.words).join(". ");
  return (
    <span className="flex min-w-0 gap-1 overflow-hidden" title={why || undefined}>
      {state === "ready" && <span className="shrink-0 font-[560] text-go">✓ {label}</span>}
      {holds.slice(0, SHOWN).map((hold) => (
        <Tag key={`${hold.name} ${hold.status}`} tone={isActiveHold(hold) ? "late" : "soon"}>
          {isActiveHold(hold) ? hold.name : `${hold.name} ${hold.status}`}
        </Tag>
      ))}
      {holds.length > SHOWN && <span className="text-ink-2">+{holds.length - SHOWN}</span>}
      {state !== "ready" && holds.length === 0 && <span className="truncate text-ink-2">{label}</span>}
    </span>
  );
}
