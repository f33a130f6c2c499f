import { SettingsIntro } from "@/components/settings/settings-intro";
import { Ago } from "@/components/time/age";
import { ClockStart } from "@/components/time/clock";
import { zoneCity } from "@/components/time/zone-city";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/empty-state";
import type { FormAction } from "@/components/ui/forms/form-state";
import type { TerminalWithHours } from "@/lib/features/moves/rules/settings-data";
import { SpecialDaysText, WeekText } from "./gate-hours-text";
import { TerminalHoursForm } from "./terminal-hours-form";

function TerminalRow({ terminal, action }: { terminal: TerminalWithHours; action: FormAction }) {
  const { name, city, zone, containers, hours, specialDays, savedAt, savedBy } = terminal;
  return (
    <li data-terminal={terminal.id} className="border-b border-line py-2.5 last:border-b-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 truncate font-[550]">{name}</p>
        <p className="text-small text-ink-3">
          {containers} {containers === 1 ? "container" : "containers"} ·{" "}
          {zone === null ? "zone unknown" : `${city ?? zoneCity(zone)} time`}
          {savedAt && (
            <>
              {" · set by "}
              {savedBy}, <Ago since={savedAt} />
            </>
          )}
        </p>
      </div>
      <TerminalHoursForm key={savedAt ?? "none"} terminal={terminal} action={action}>
        <span className={hours.length > 0 ? "text-ink-2" : "text-soon"}>
          {hours.length > 0 ? <WeekText hours={hours} /> : "gate hours not set"}
        </span>
        {specialDays.length > 0 && (
          <span className="text-small text-ink-3">
            <SpecialDaysText days={specialDays} />
          </span>
        )}
      </TerminalHoursForm>
    </li>
  );
}

/** Settings → Terminal hours: the gate opening times. `now` is the current time in epoch ms. */
export function TerminalHoursView({
  terminals,
  action,
  now,
}: {
  terminals: readonly TerminalWithHours[];
  action: FormAction;
  now: number;
}) {
  return (
    <ClockStart at={now}>
      <SettingsIntro title="Terminal hours" stale={false}>
        When each terminal’s gates are open, in local time. Countdowns end at the last gate of the last free
        day, or of the last open day before it. Container pages flag appointments and planned pickups outside
        these hours.
      </SettingsIntro>
      <Card
        title="Gate hours by terminal"
        aside={`${terminals.filter(({ hours }) => hours.length > 0).length} set`}
      >
        {terminals.length === 0 && (
          <Notice title="No terminals yet">
            A terminal is listed once one of its containers is tracked.
          </Notice>
        )}
        <ul>
          {terminals.map((terminal) => (
            <TerminalRow key={terminal.id} terminal={terminal} action={action} />
          ))}
        </ul>
      </Card>
    </ClockStart>
  );
}
