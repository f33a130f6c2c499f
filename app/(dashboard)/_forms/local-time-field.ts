import { type SettledTime, settleWallTime, TWICE_CHOICES } from "@/lib/domain/time/local-time-input";
import { knownZone } from "@/lib/domain/time/zoned-time";

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};

/**
 * A time typed for a place: fields `name`, `nameZone` and, where the clocks show it two times, `nameTwice`. Null where
 * none was typed; what does not exist or is not clear is a problem in words.
 */
export function typedTime(form: FormData, name: string): SettledTime | null {
  const typed = textOf(form, name);
  if (typed === "") return null;
  const choice = TWICE_CHOICES.find((each) => each === textOf(form, `${name}Twice`)) ?? null;
  return settleWallTime(typed, knownZone(textOf(form, `${name}Zone`)), choice);
}

/** The problems among settled times, by the names of their fields. */
export function timeProblems(times: Readonly<Record<string, SettledTime | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(times).flatMap(([name, time]) =>
      time !== null && "problem" in time ? [[name, time.problem]] : [],
    ),
  );
}

/** A settled time, or null for none and for one that is a problem. */
export const settled = (time: SettledTime | null): { at: string; zone: string | null } | null =>
  time === null || "problem" in time ? null : time;
