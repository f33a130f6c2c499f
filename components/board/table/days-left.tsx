"use client";

import type { ReactNode } from "react";
import { useLocale } from "@/components/preferences/locale";
import { useTicking } from "@/components/time/clock";
import { classNames } from "@/components/ui/class-names";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { type UrgencyTone, urgency } from "@/lib/domain/deadlines/urgency";
import { joined } from "@/lib/platform/text/bidi";
import type { Locale } from "@/lib/platform/text/locale";

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

/** The text for the current time. The deadline before a pickup is a note here. */
function leftText(
  locale: Locale,
  row: Facts,
  now: number,
): { tone: UrgencyTone; main: string; notes: string[] } {
  const { tone, text, former, notes } = urgency(locale, row.deadline, new Date(now), row);
  const short = notes.map((note) => note.replace("not checked for ", ""));
  return former === null
    ? { tone, main: text, notes: short }
    : { tone, main: "picked up", notes: [former, ...short] };
}

function Notes({ notes }: { notes: string }) {
  if (notes === "") return null;
  return (
    <span className="block truncate text-small text-ink-3" title={notes}>
      {notes}
    </span>
  );
}

/** Notes on the time left: its age, or an unknown zone. */
export function LeftNotes({ row }: { row: Facts }) {
  const locale = useLocale();
  return <Notes notes={useTicking((now) => joined(leftText(locale, row, now).notes))} />;
}

function Left({ tone, main }: { tone: UrgencyTone; main: string }) {
  return (
    <span
      data-tone={tone}
      suppressHydrationWarning
      className={classNames(
        "forced-frame -my-px inline-block min-w-[82px] max-w-full truncate rounded-[5px] px-2 py-px text-center align-top",
        TONES[tone],
      )}
    >
      {main}
    </span>
  );
}

/** Days or hours left at `now` (epoch ms), with notes. For rows that all render again at each minute. */
export function daysLeftAt(locale: Locale, row: Facts, now: number): ReactNode {
  const { tone, main, notes } = leftText(locale, row, now);
  return (
    <>
      {Left({ tone, main })}
      {Notes({ notes: joined(notes) })}
    </>
  );
}

/** The same as one text, for a tooltip. */
export function leftTooltip(locale: Locale, row: Facts, now: number): string {
  const { main, notes } = leftText(locale, row, now);
  return joined([main, ...notes]);
}

/** Days or hours left, updated without a request. The text is complete without the color. */
export function DaysLeft({ row, notes = true }: { row: Facts; notes?: boolean }) {
  const locale = useLocale();
  const { tone, main } = useTicking((now) => {
    const left = leftText(locale, row, now);
    return { tone: left.tone, main: left.main };
  });
  return (
    <>
      <Left tone={tone} main={main} />
      {notes && <LeftNotes row={row} />}
    </>
  );
}
