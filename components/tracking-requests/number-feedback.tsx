import Link from "next/link";
import { Button } from "@/components/ui/button";
import { REQUEST_TYPE_LABELS } from "@/lib/features/tracking-requests/messages/tracking-status";
import type { NumberReading } from "@/lib/features/tracking-requests/rules/number-inference";
import { knownNumberHref, knownNumberText } from "@/lib/features/tracking-requests/rules/tracked-number";
import type { NumberResponse } from "./use-number-inference";

function Known({ known }: { known: NonNullable<NumberResponse["known"]> }) {
  const href = knownNumberHref(known);
  return (
    <p className="text-soon">
      {knownNumberText(known)}{" "}
      {href && (
        <Link href={href} className="text-accent underline">
          Open
        </Link>
      )}
    </p>
  );
}

function Reading({
  reading,
  scac,
  onLine,
}: {
  reading: NumberReading;
  scac: string;
  onLine: (scac: string) => void;
}) {
  const kind = reading.type ? REQUEST_TYPE_LABELS[reading.type] : null;
  if (reading.problem) return <p className="text-late">{reading.problem}</p>;
  if (reading.line) return <p>{[kind, `line: ${reading.line.name}`].filter(Boolean).join(", ")}.</p>;
  if (reading.candidates.length === 0)
    return <p>{kind ? `${kind}. ` : ""}Line not identified. Select it, or let the service detect it.</p>;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <span>{kind ? `${kind}. ` : ""}Select the line:</span>
      {reading.candidates.map((each) => (
        <Button key={each.scac} aria-pressed={scac === each.scac} onClick={() => onLine(each.scac)}>
          {each.name}
        </Button>
      ))}
    </div>
  );
}

/** Feedback on the number while it is typed: whether it is already tracked, its type and its line. */
export function ReportedNumber({
  response,
  scac,
  onLine,
}: {
  response: NumberResponse | "asking" | null;
  scac: string;
  onLine: (scac: string) => void;
}) {
  return (
    <div
      role="status"
      aria-busy={response === "asking"}
      className="min-h-6 text-note text-ink-2"
      data-number-said
    >
      {response === "asking" && <p className="text-ink-3">Identifying…</p>}
      {response !== null && response !== "asking" && (
        <>
          {response.known && <Known known={response.known} />}
          {response.reading ? (
            <Reading reading={response.reading} scac={scac} onLine={onLine} />
          ) : (
            <p className="text-ink-3">Not identified by the service: {response.reason}</p>
          )}
        </>
      )}
    </div>
  );
}
