"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useId, useSyncExternalStore } from "react";
import { useTicking } from "@/components/time/clock";
import { Card } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { momentWithZone } from "@/lib/domain/time/display-zone";
import type { Moment } from "@/lib/domain/time/moment";
import { formatMoment } from "@/lib/domain/time/time-format";
import {
  DENSITIES,
  DENSITY_LABELS,
  LOCALE_LABELS,
  type Preferences,
  THEME_LABELS,
  THEMES,
  ZONE_SHOW_LABELS,
  ZONE_SHOWS,
} from "@/lib/features/preferences/rules";
import { LOCALES } from "@/lib/platform/text/locale";
import { useLocale } from "./locale";
import { choosePreference } from "./save-preference";
import { currentUser } from "./signed-in-user";

/** A single choice, as radio buttons in a row. */
function Choice<T extends string>({
  label,
  hint,
  values,
  labels: message,
  value,
  onChoose,
}: {
  label: string;
  hint: ReactNode;
  values: readonly T[];
  labels: Readonly<Record<T, string>>;
  value: T;
  onChoose: (value: T) => void;
}) {
  const group = useId();
  return (
    <fieldset
      aria-describedby={`${group}-hint`}
      className="grid gap-x-5 gap-y-1.5 border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0 sm:grid-cols-[10rem_minmax(0,1fr)]"
    >
      <legend className="contents">
        <span className="pt-1 font-[550]">{label}</span>
      </legend>
      <div>
        <div className="flex flex-wrap gap-1.5">
          {values.map((each) => (
            <label
              key={each}
              className={classNames(
                "inline-flex min-h-7.5 cursor-pointer items-center rounded-field border px-2.75 max-md:min-h-10",
                "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
                value === each
                  ? "border-accent bg-accent-soft font-[550] text-accent"
                  : "border-edge bg-surface text-ink-2 hover:text-ink",
              )}
            >
              <input
                type="radio"
                name={group}
                value={each}
                checked={value === each}
                onChange={() => onChoose(each)}
                className="sr-only"
              />
              {value === each && <span aria-hidden>✓&nbsp;</span>}
              {message[each]}
            </label>
          ))}
        </div>
        <p id={`${group}-hint`} className="mt-1.5 text-note text-ink-3">
          {hint}
        </p>
      </div>
    </fieldset>
  );
}

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const never = () => () => {};

/** The current time in the user's own zone, as chosen or as it would be: "Sat, Nov 21, 2:05 PM CET". */
function OwnClock({ kept }: { kept: string | null }) {
  const zone = useSyncExternalStore(never, browserZone, () => kept ?? "UTC");
  const locale = useLocale();
  const text = useTicking((now) => momentWithZone(locale, { at: new Date(now).toISOString(), zone }));
  return (
    <>
      This device’s time zone is {zone.replaceAll("_", " ")}: {text}.
    </>
  );
}

/** A moment whose day and clock time differ between the locales. */
const EXAMPLE: Moment = { at: "2026-11-27T14:00:00Z", zone: "UTC" };

/** The appearance settings. Each choice applies immediately and is saved. A failed save shows a notice. */
export function PreferenceChoices({ preferences }: { preferences: Preferences }) {
  const router = useRouter();
  const here = useSyncExternalStore(currentUser.subscribe, currentUser.snapshot, () => null);
  const { theme, density, zones, zone, locale } = here ?? preferences;
  return (
    <Card title="Display">
      <Choice
        label="Theme"
        hint="The system theme follows your device setting."
        values={THEMES}
        labels={THEME_LABELS}
        value={theme}
        onChoose={(next) => choosePreference({ theme: next })}
      />
      <Choice
        label="Board rows"
        hint="Compact shows about a quarter more rows."
        values={DENSITIES}
        labels={DENSITY_LABELS}
        value={density}
        onChoose={(next) => choosePreference({ density: next })}
      />
      <Choice
        label="Locale"
        hint={`Dates and times look like ${formatMoment(locale, EXAMPLE)}. CSV files keep ISO dates.`}
        values={LOCALES}
        labels={LOCALE_LABELS}
        value={locale}
        onChoose={async (next) => {
          await choosePreference({ locale: next });
          // Some texts are rendered by the server.
          router.refresh();
        }}
      />
      <Choice
        label="Time zone"
        hint={
          <>
            Each time shows its zone. The tooltip shows the other time. Last free days are always dates at the
            terminal. <OwnClock kept={zone} />
          </>
        }
        values={ZONE_SHOWS}
        labels={ZONE_SHOW_LABELS}
        value={zones}
        onChoose={(next) =>
          choosePreference(next === "mine" ? { zones: next, zone: browserZone() } : { zones: next })
        }
      />
    </Card>
  );
}
