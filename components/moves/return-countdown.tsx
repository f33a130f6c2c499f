"use client";

import { useLocale } from "@/components/preferences/locale";
import { useTicking } from "@/components/time/clock";
import { classNames } from "@/components/ui/class-names";
import { type ReturnDue, type ReturnTone, returnText } from "@/lib/domain/deadlines/per-diem";

const TONES: Record<ReturnTone, string> = {
  late: "text-late",
  today: "text-late",
  soon: "text-soon",
  plain: "text-ink",
  none: "text-ink-2",
};

/** The due date of the empty return and the time left, updated when the day changes at the location. */
export function ReturnClock({ due, line }: { due: ReturnDue; line: string | null }) {
  const locale = useLocale();
  const { tone, main, note } = useTicking((now) => returnText(locale, due, new Date(now), line));
  return (
    <span data-tone={tone} className={classNames("font-[560]", TONES[tone])}>
      {main}
      {note !== "" && <span className="block text-small font-normal">{note}</span>}
    </span>
  );
}
