import { Age } from "@/components/live/age";
import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";
import type { BoardRow } from "@/lib/dispatch/board-row";
import { formatContainerNumber, normalizeNumber } from "@/lib/dispatch/container-number";
import { activeHolds } from "@/lib/dispatch/holds";

function verdictWords({ readiness, holds }: BoardRow): string {
  if (readiness.state !== "held") return readiness.label;
  return `Held: ${activeHolds(holds)
    .map((hold) => hold.name)
    .join(", ")}`;
}

/** The number, and whether it can be pulled or why not. */
export function Verdict({ row }: { row: BoardRow }) {
  const { state, reasons } = row.readiness;
  const ready = state === "ready";
  const facts = [
    row.equipment,
    row.line.name ?? row.line.scac,
    [row.terminal.name, row.yardSpot].filter(Boolean).join(", ") || row.port.name,
    row.status.label === row.readiness.label ? null : row.status.label,
  ].filter(Boolean);
  return (
    <div className="mb-3">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="inline-flex items-center gap-1">
          <h1 className="font-mono text-verdict tracking-tight">{formatContainerNumber(row.number)}</h1>
          <CopyButton text={normalizeNumber(row.number)} what="container number" />
        </span>
        <p
          data-readiness={state}
          className={classNames(
            "text-lead font-[580]",
            ready ? "text-go" : state === "held" || state === "not_available" ? "text-late" : "text-ink-2",
          )}
        >
          {ready && <span aria-hidden>✓ </span>}
          {verdictWords(row)}
        </p>
        <p className="text-ink-3">
          {facts.join(" · ")}
          {row.checkedAt && (
            <>
              {facts.length > 0 && " · "}checked <Age since={row.checkedAt} /> ago
            </>
          )}
        </p>
      </div>
      {reasons.length > 0 && (
        <p className="text-ink-2">{reasons.map((reason) => reason.words).join(" · ")}</p>
      )}
    </div>
  );
}
