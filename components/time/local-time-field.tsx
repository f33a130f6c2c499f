"use client";

import { useState } from "react";
import { Field, fieldClass, fieldProps } from "@/components/ui/forms/field";
import { readWallTime, type TwiceChoice } from "@/lib/domain/time/local-time-input";
import { zoneAbbreviation } from "@/lib/domain/time/time-format";
import { zoneKnown } from "@/lib/domain/time/zoned-time";
import { QuickTime } from "./quick-time";
import { zoneCity } from "./zone-city";

/** A shortcut to a time: its label, and the local time as it would be typed. */
export type TimeShortcut = { label: string; typed: () => string };

/**
 * A day and time in a location's zone, with the zone's name. Submits `name`, `nameZone`, and `nameTwice` if the time
 * occurs twice in the zone.
 */
export function PlaceTimeField({
  id,
  name,
  label,
  zone,
  city = null,
  value,
  twice: reportedTwice,
  error,
  optional = true,
  shortcuts = [],
}: {
  id: string;
  name: string;
  label: string;
  /** Null when unknown: the time is then shown without conversion. */
  zone: string | null;
  /** The city of the place. Null when unknown: the city of the zone is shown. */
  city?: string | null;
  /** As typed, for example "2026-11-20T14:15". "" for none. */
  value: string;
  twice: TwiceChoice | null;
  error?: string;
  optional?: boolean;
  shortcuts?: readonly TimeShortcut[];
}) {
  const [typed, setTyped] = useState(value);
  const read = readWallTime(typed, zone);
  const known = zoneKnown(zone);
  const at = read.state === "once" ? new Date(read.at) : new Date();
  const hint = known
    ? `${city ?? zoneCity(zone)} time (${zoneAbbreviation(zone, at)})`
    : "Time zone unknown. Saved as entered.";
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional}>
      <input type="hidden" name={`${name}Zone`} value={zone ?? ""} />
      <input
        type="datetime-local"
        name={name}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        {...fieldProps(id, { hint, error })}
        className={fieldClass(Boolean(error))}
      />
      <QuickTime id={`${id}-quick`} label={label} zone={zone} onTyped={setTyped} />
      {shortcuts.length > 0 && (
        <span className="flex flex-wrap gap-x-3">
          {shortcuts.map((shortcut) => (
            <button
              key={shortcut.label}
              type="button"
              className="min-h-6 text-note text-accent hover:underline"
              onClick={() => setTyped(shortcut.typed())}
            >
              {shortcut.label}
            </button>
          ))}
        </span>
      )}
      {read.state === "twice" && (
        <fieldset className="flex flex-wrap gap-x-3">
          <legend className="text-note text-ink-2">This time occurs twice (clock change). Pick one.</legend>
          {(["first", "second"] as const).map((choice) => (
            <label key={choice} className="flex items-center gap-1.5">
              <input
                type="radio"
                name={`${name}Twice`}
                value={choice}
                defaultChecked={reportedTwice === choice}
              />
              the {choice}, {zoneAbbreviation(zone, new Date(read[choice]))}
            </label>
          ))}
        </fieldset>
      )}
    </Field>
  );
}
