"use client";

import { useLocale } from "@/components/preferences/locale";
import { useTicking } from "@/components/time/clock";
import { classNames } from "@/components/ui/class-names";
import { type UrgencyTone, urgency } from "@/lib/domain/deadlines/urgency";
import { momentWithZone } from "@/lib/domain/time/display-zone";
import { formatWeekday } from "@/lib/domain/time/time-format";
import { localDate } from "@/lib/domain/time/zoned-time";
import type { WallboardContainer } from "@/lib/features/feeds/rules/wallboard";
import { joined } from "@/lib/platform/text/bidi";

const TONES: Record<UrgencyTone, string> = {
  late: "bg-late text-on-late",
  today: "bg-late-soft text-late",
  soon: "bg-soon-soft text-soon",
  near: "text-ink",
  plain: "text-ink",
  stale: "text-ink-2 inset-ring inset-ring-line-strong",
  done: "text-ink-3",
  none: "text-ink-3",
};

/** The holds, or that there are none, followed by the dray carrier and the appointment. */
function releaseText({ ready, holds }: WallboardContainer): string {
  return ready.state === "held" && holds.length > 0 ? `Held: ${holds.join(", ")}` : ready.label;
}

/** One container, in type that is readable from a distance. */
export function WallboardRow({ container, skewMs }: { container: WallboardContainer; skewMs: number }) {
  const locale = useLocale();
  const { tone, text, notes, day, comes } = useTicking((clock) => {
    const now = new Date(clock + skewMs);
    const { appointment, deadline, ready } = container;
    const { governing } = deadline;
    const none = ready.state === "ready" ? "No appointment" : "";
    return {
      ...urgency(locale, deadline, now, container),
      day: governing
        ? `last free day ${formatWeekday(locale, governing.on, localDate(now, governing.zone))}`
        : "",
      comes: appointment ? `Appointment ${momentWithZone(locale, appointment, now)}` : none,
    };
  });
  return (
    <li className="forced-frame grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-[.8em] rounded-card border border-line bg-surface px-[.7em] py-[.3em] lg:grid-cols-[9.8em_minmax(0,1.2fr)_minmax(0,1.3fr)_auto]">
      <span className="text-[1.15em] font-[600] whitespace-nowrap">{container.number}</span>
      <span
        data-tone={tone}
        className={classNames(
          "forced-frame order-none min-w-[8em] rounded-chip px-[.6em] py-[.1em] text-center text-[1.1em] font-[620] whitespace-nowrap lg:order-last",
          TONES[tone],
        )}
      >
        {text}
      </span>
      <span className="min-w-0 max-lg:col-span-2">
        <span className="block truncate">{container.terminal ?? "Terminal unknown"}</span>
        <span className="block truncate text-[.8em] text-ink-2">{joined([day, ...notes])}</span>
      </span>
      <span className="min-w-0 max-lg:col-span-2">
        <span className="block truncate">{releaseText(container)}</span>
        <span suppressHydrationWarning className="block truncate text-[.8em] text-ink-2">
          {joined([
            container.carriers,
            comes,
            container.charges ? `reported charges ${container.charges}` : "",
          ])}
        </span>
      </span>
    </li>
  );
}
