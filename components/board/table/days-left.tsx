"use client";

import { useTicking } from "@/components/time/clock";
import { classNames } from "@/components/ui/class-names";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { readTone, type UrgencyTone, urgency } from "@/lib/domain/deadlines/urgency";

const TONES: Record<UrgencyTone, string> = {
  late: "bg-late text-on-late font-[580]",
  today: "bg-late-soft text-late font-[580] inset-ring inset-ring-late/35",
  soon: "bg-soon-soft text-soon font-[580]",
  near: "text-ink font-[580]",
  plain: "text-ink font-[480]",
  stale: "text-ink-2 font-[530] inset-ring inset-ring-line-strong",
  done: "text-ink-3 font-[450]",
  none: "text-ink-3 font-[450]",
};

type Facts = Pick<BoardRow, "deadline" | "checkedAt" | "onTerminalGround">;

/** The text for the current time. After gate out, the part after a comma is a note. */
function leftText(row: Facts, now: number): string[] {
  const { tone, text: label, notes } = urgency(row.deadline, new Date(now), row);
  const [main = label, was] = tone === "done" ? label.split(", ") : [label];
  const short = notes.map((note) => note.replace("not checked for ", ""));
  return [tone, main, ...(was ? [was] : []), ...short];
}

/** Notes on the time left: its age, or an unknown zone. */
export function LeftNotes({ row }: { row: Facts }) {
  const notes = useTicking((now) => leftText(row, now).slice(2).join(" · "));
  if (notes === "") return null;
  return (
    <span className="block truncate text-small text-ink-3" title={notes}>
      {notes}
    </span>
  );
}

/** Days or hours left, updated without a request. The text is complete without the color. */
export function DaysLeft({ row, notes = true }: { row: Facts; notes?: boolean }) {
  const text = useTicking((now) => leftText(row, now).slice(0, 2).join("\n"));
  const [named, message] = text.split("\n");
  const tone = readTone(named);
  return (
    <>
      <span
        data-tone={tone}
        className={classNames(
          "forced-frame -my-px inline-block min-w-[82px] max-w-full truncate rounded-[5px] px-2 py-px text-center align-top",
          TONES[tone],
        )}
      >
        {message}
      </span>
      {notes && <LeftNotes row={row} />}
    </>
  );
}
