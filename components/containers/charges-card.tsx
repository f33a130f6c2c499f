import { Card } from "@/components/ui/card";
import { formatChargeLine, formatCharges, type ReportedCharges } from "@/lib/domain/charges/charges";

/** The charges reported so far by the terminal or rail ramp. */
export function ChargesCard({ charges }: { charges: ReportedCharges }) {
  const inland = charges.lines.some((line) => line.place === "inland");
  return (
    <Card
      title="Charges"
      aside={
        charges.reported && (
          <>
            Reported so far: <b className="font-[560]">{formatCharges(charges)}</b>
          </>
        )
      }
    >
      {charges.reported ? (
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-3.5 gap-y-1">
          {charges.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fee has no name of its own, and two may be alike
            <div key={index} className="contents">
              <dt className="text-ink-2">
                {line.label}
                {inland && (
                  <span className="text-ink-3"> at the {line.place === "inland" ? "ramp" : "terminal"}</span>
                )}
              </dt>
              <dd className={line.excluded ? "text-ink-3" : undefined}>
                {formatChargeLine(line)}
                {line.excluded && " · total, not added again"}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-ink-3">No charges reported yet.</p>
      )}
    </Card>
  );
}
