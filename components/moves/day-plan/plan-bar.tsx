"use client";

import { ChevronLeft, ChevronRight, Printer } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useKeys } from "@/components/keyboard/use-shortcuts";
import { useLocale } from "@/components/preferences/locale";
import { useTicking } from "@/components/time/clock";
import { buttonClass } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { fieldClass } from "@/components/ui/forms/field";
import { formatWeekday } from "@/lib/domain/time/time-format";
import { addDays, localDate } from "@/lib/domain/time/zoned-time";
import { GROUP_LABELS } from "@/lib/features/moves/messages/day-plan";
import { type DayPlan, PLAN_GROUPS } from "@/lib/features/moves/rules/day-plan";
import { type PlanQuery, planHref } from "@/lib/features/moves/rules/plan-address";

function Filter({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly { id: string; name: string }[];
  onChange: (value: string) => void;
}) {
  const isKnown = value === "" || options.some(({ id }) => id === value);
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={classNames(fieldClass(), "max-w-52 max-md:max-w-none max-md:min-w-32 max-md:flex-1")}
    >
      <option value="">{label}: all</option>
      {!isKnown && <option value={value}>{value}</option>}
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** The day, what the lanes stand for, the filters and the print view. All of them are in the address. */
export function PlanBar({ plan, query }: { plan: DayPlan; query: PlanQuery }) {
  const router = useRouter();
  const locale = useLocale();
  const { day } = plan;
  const text = useTicking((now) => formatWeekday(locale, day, localDate(new Date(now), null)));
  const href = (change: Partial<PlanQuery>) => planHref({ ...query, lane: null, ...change });
  const go = (change: Partial<PlanQuery>) => router.push(href(change));
  useKeys({
    "next-day": () => go({ day: addDays(day, 1) }),
    "previous-day": () => go({ day: addDays(day, -1) }),
    "this-day": () => go({ day: null }),
  });
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <nav aria-label="Day" className="flex items-center gap-1">
        <Link href={href({ day: addDays(day, -1) })} aria-label="Previous day" className={buttonClass()}>
          <ChevronLeft aria-hidden size={14} />
        </Link>
        <h2 className="min-w-28 text-center text-lead font-[580]">{text}</h2>
        <Link href={href({ day: addDays(day, 1) })} aria-label="Next day" className={buttonClass()}>
          <ChevronRight aria-hidden size={14} />
        </Link>
        <Link href={href({ day: null })} className={buttonClass("quiet")}>
          Today
        </Link>
      </nav>
      <nav aria-label="Lanes by" className="flex gap-0.5 rounded-field border border-line p-0.5">
        {PLAN_GROUPS.map((group) => (
          <Link
            key={group}
            href={href({ group })}
            aria-current={group === query.group ? "true" : undefined}
            className={classNames(
              "rounded-chip px-2.5 py-1",
              group === query.group ? "bg-accent-soft font-[550] text-ink" : "text-ink-2 hover:text-ink",
            )}
          >
            {GROUP_LABELS[group]}
          </Link>
        ))}
      </nav>
      <Filter
        label="Terminal"
        value={query.terminal}
        options={plan.terminals.map((name) => ({ id: name, name }))}
        onChange={(terminal) => go({ terminal })}
      />
      <Filter
        label="Dray carrier"
        value={query.carrier}
        options={plan.carriers}
        onChange={(carrier) => go({ carrier })}
      />
      <Link
        href={planHref({ ...query, day, lane: null }, "/plan/print")}
        prefetch={false}
        className={classNames(buttonClass(), "ml-auto")}
      >
        <Printer aria-hidden size={14} /> Print
      </Link>
    </div>
  );
}
