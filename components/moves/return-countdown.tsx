"use client";

import { useTicking } from "@/components/time/clock";
import { classNames } from "@/components/ui/class-names";
import {
  type ReturnDue,
  type ReturnText,
  type ReturnTone,
  returnText,
} from "@/lib/domain/deadlines/per-diem";

const TONES: Record<ReturnTone, string> = {
  late: "text-late",
  today: "text-late",
  soon: "text-soon",
  plain: "text-ink",
  none: "text-ink-2",
};

/** The due date of the empty return and the time left, updated when the day changes at the location. */
export function ReturnClock({
  due,
  line,
  first,
}: {
  due: ReturnDue;
  line: string | null;
  /** The text rendered by the server, used until the first update. */
  first: ReturnText;
}) {
  const text = useTicking((now) => {
    const { tone, main, note } = returnText(due, new Date(now), line);
    return [tone, main, note].join("\n");
  });
  const [tone = first.tone, main = first.main, note = first.note] = text.split("\n");
  const shown = Object.entries(TONES).find(([name]) => name === tone)?.[1];
  return (
    <span data-tone={tone} className={classNames("font-[560]", shown)}>
      {main}
      {note !== "" && <span className="block text-small font-normal">{note}</span>}
    </span>
  );
}
