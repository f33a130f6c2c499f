"use client";

import { useLocale } from "@/components/preferences/locale";
import { useTicking } from "@/components/time/clock";
import { classNames } from "@/components/ui/class-names";
import type { UrgencyTone } from "@/lib/domain/deadlines/urgency";
import { type SharedDay, timeLeft } from "@/lib/features/sharing/rules/shared-container";

const TONES: Record<UrgencyTone, string> = {
  late: "text-late font-[580]",
  today: "text-late font-[580]",
  soon: "text-soon font-[580]",
  near: "text-ink font-[580]",
  plain: "text-ink",
  stale: "text-ink-2",
  done: "text-ink-3",
  none: "text-ink-3",
};

/** The time until the end of a last free day, updated live. `large` is for pages about one container. */
export function TimeLeft({ day, large = false }: { day: SharedDay; large?: boolean }) {
  const locale = useLocale();
  const { tone, text } = useTicking((now) => timeLeft(locale, day, new Date(now)));
  return (
    <span
      data-tone={tone}
      className={classNames(
        "first-letter:uppercase",
        large && "block text-figure tracking-tight",
        TONES[tone],
      )}
    >
      {text}
    </span>
  );
}
