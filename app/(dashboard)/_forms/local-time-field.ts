import { type ResolvedTime, resolveWallTime, TWICE_CHOICES } from "@/lib/domain/time/local-time-input";
import { knownZone } from "@/lib/domain/time/zoned-time";
import type { Locale } from "@/lib/platform/text/locale";

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};

/**
 * Reads a local time. Fields: `name`, `nameZone` and, if the time occurs twice in its zone, `nameTwice`. Returns null
 * for an empty field, and a problem with a message in the user's locale for a nonexistent or ambiguous time.
 */
export function typedTime(form: FormData, name: string, locale: Locale): ResolvedTime | null {
  const typed = textOf(form, name);
  if (typed === "") return null;
  const choice = TWICE_CHOICES.find((each) => each === textOf(form, `${name}Twice`)) ?? null;
  return resolveWallTime(typed, knownZone(textOf(form, `${name}Zone`)), choice, locale);
}

/** The problems among resolved times, by field name. */
export function timeProblems(times: Readonly<Record<string, ResolvedTime | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(times).flatMap(([name, time]) =>
      time !== null && "problem" in time ? [[name, time.problem]] : [],
    ),
  );
}

/** A resolved time. Null for an empty field or a problem. */
export const settled = (time: ResolvedTime | null): { at: string; zone: string | null } | null =>
  time === null || "problem" in time ? null : time;
