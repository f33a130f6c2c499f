import { SettingsIntro } from "@/components/settings/settings-intro";
import { Ago } from "@/components/time/age";
import { ClockStart } from "@/components/time/clock";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/empty-state";
import type { FormAction } from "@/components/ui/forms/form-state";
import type { LineWithTerms } from "@/lib/features/moves/rules/settings-data";
import { PerDiemTermsForm } from "./per-diem-terms-form";

type Actions = { set: FormAction; remove: FormAction };

function LineRow({ line, actions }: { line: LineWithTerms; actions: Actions }) {
  return (
    <li
      data-line={line.scac}
      className="grid items-start gap-x-5 gap-y-2 border-b border-line py-2.5 last:border-b-0 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]"
    >
      <div className="min-w-0">
        <p className="truncate font-[550]">{line.name ?? line.scac}</p>
        <p className="text-small text-ink-3">
          {line.scac} · {line.out} {line.out === 1 ? "container" : "containers"} out
        </p>
        <p className="text-small text-ink-3">
          {line.savedAt ? (
            <>
              set by {line.savedBy}, <Ago since={line.savedAt} />
            </>
          ) : (
            <span className="text-soon">free days not set</span>
          )}
        </p>
      </div>
      <PerDiemTermsForm key={line.savedAt ?? "none"} line={line} actions={actions} />
    </li>
  );
}

/** Settings → Per diem terms: the free days with each line's equipment. `now` is the present instant, epoch ms. */
export function PerDiemTermsView({
  lines,
  actions,
  now,
}: {
  lines: readonly LineWithTerms[];
  actions: Actions;
  now: number;
}) {
  return (
    <ClockStart at={now}>
      <SettingsIntro title="Per diem terms" stale={false}>
        How many days a line’s container can be out before per diem starts, counted from the day after gate
        out. Return due on the board and on container pages updates immediately.
      </SettingsIntro>
      <Card
        title="Free days by line"
        aside={`${lines.filter(({ freeDays }) => freeDays !== null).length} set`}
      >
        {lines.length === 0 && (
          <Notice title="No lines yet">A line is listed once one of its containers is tracked.</Notice>
        )}
        <ul>
          {lines.map((line) => (
            <LineRow key={line.scac} line={line} actions={actions} />
          ))}
        </ul>
      </Card>
    </ClockStart>
  );
}
