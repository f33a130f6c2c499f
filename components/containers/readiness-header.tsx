import { Ago } from "@/components/time/age";
import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";
import { formatContainerNumber, normalizeNumber } from "@/lib/contract/container-number";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { verdictText } from "@/lib/domain/board-row/readiness-text";
import { joined } from "@/lib/platform/text/bidi";
import { DeletedLine } from "./deleted-upstream";
import { WhyToday } from "./why-today";

/**
 * The number, whether the container can be picked up or the reason why not, and why it matters today. `now` is the current time in
 * epoch ms.
 */
export function Verdict({ row, now }: { row: BoardRow; now: number }) {
  const { state, label } = row.readiness;
  const { verdict, status, reasons } = verdictText(row);
  const ready = state === "ready";
  const stopped = state === "held" || (state === "not_available" && verdict === label);
  const facts = [
    row.equipment,
    row.line.name ?? row.line.scac,
    [row.terminal.name, row.yardSpot].filter(Boolean).join(", ") || row.port.name,
    status,
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
            ready ? "text-go" : stopped ? "text-late" : "text-ink-2",
          )}
        >
          {ready && <span aria-hidden>✓ </span>}
          {verdict}
        </p>
        <p className="text-ink-3">
          {joined(facts)}
          {row.checkedAt && (
            <>
              {facts.length > 0 && " · "}checked <Ago since={row.checkedAt} />
            </>
          )}
        </p>
      </div>
      <p>
        <WhyToday row={row} />
      </p>
      <DeletedLine what="container" since={row.deletedUpstreamAt} now={now} />
      {reasons.length > 0 && <p className="text-ink-2">{joined(reasons)}</p>}
    </div>
  );
}
