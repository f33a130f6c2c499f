"use client";

import { useLocale } from "@/components/preferences/locale";
import { useTicking } from "@/components/time/clock";
import { classNames } from "@/components/ui/class-names";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { type UrgencyTone, urgency } from "@/lib/domain/deadlines/urgency";
import { joined } from "@/lib/platform/text/bidi";

const TONES: Record<UrgencyTone, string> = {
  late: "text-late",
  today: "text-late",
  soon: "text-soon",
  near: "text-ink",
  plain: "text-ink",
  stale: "text-ink-2",
  done: "text-ink-3",
  none: "text-ink-3",
};

/** "Ends" before an instant (ISO 8601), "Ended" after it. */
export function EndsOrEnded({ at }: { at: string }) {
  return useTicking((now) => (now < Date.parse(at) ? "Ends" : "Ended"));
}

/** The time left in large type, updated live, with its notes. */
export function Countdown({ row }: { row: Pick<BoardRow, "deadline" | "checkedAt" | "onTerminalGround"> }) {
  const locale = useLocale();
  const { tone, text, notes } = useTicking((now) => urgency(locale, row.deadline, new Date(now), row));
  return (
    <div data-tone={tone} data-countdown>
      <p
        className={classNames(
          "font-[620] tracking-tight first-letter:uppercase",
          tone === "none" || tone === "done" ? "text-figure" : "text-count",
          TONES[tone],
        )}
      >
        {text}
      </p>
      {notes.length > 0 && <p className="text-soon">{joined(notes)}</p>}
    </div>
  );
}
