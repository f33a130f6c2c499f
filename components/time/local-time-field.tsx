"use client";

import { useState } from "react";
import { Field, fieldClass, fieldProps } from "@/components/ui/forms/field";
import { readWallTime, type TwiceChoice } from "@/lib/domain/time/local-time-input";
import { zoneAbbreviation } from "@/lib/domain/time/time-format";
import { zoneKnown } from "@/lib/domain/time/zoned-time";
import { zoneCity } from "./zone-city";

/** A shortcut to a time: what it is called, and the time at the place as typed. */
export type TimeShortcut = { label: string; typed: () => string };

/**
 * A day and a time at a place, by the place's own clock, with its zone next to it. Sends `name`, `nameZone`, and
 * `nameTwice` where the clocks show the time two times.
 */
export function PlaceTimeField({
  id,
  name,
  label,
  zone,
  value,
  twice: saidTwice,
  error,
  optional = true,
  shortcuts = [],
}: {
  id: string;
  name: string;
  label: string;
  /** Null when unknown: the digits stand unshifted. */
  zone: string | null;
  /** As typed, "2026-11-20T14:15"; "" for none. */
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
    ? `${zoneCity(zone)} time (${zoneAbbreviation(zone, at)})`
    : "The zone there is unknown: kept as typed";
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
                defaultChecked={saidTwice === choice}
              />
              the {choice}, {zoneAbbreviation(zone, new Date(read[choice]))}
            </label>
          ))}
        </fieldset>
      )}
    </Field>
  );
}
