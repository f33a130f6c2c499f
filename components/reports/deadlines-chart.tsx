"use client";

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { useLocale } from "@/components/preferences/locale";
import { columnLabel, type DeadlineDay, KINDS } from "./deadline-categories";

/** The stacked bars. They are hidden from screen readers because the table contains the same data. */
export function DeadlinesChart({ days }: { days: readonly DeadlineDay[] }) {
  const locale = useLocale();
  const data = days.map((day) => ({ ...day, label: columnLabel(locale, day.day) }));
  return (
    <div aria-hidden className="h-72">
      <svg width="0" height="0" className="absolute">
        <title>Bar patterns</title>
        <defs>
          <pattern
            id="bar-held"
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="6" height="6" fill="var(--late-soft)" />
            <rect width="2.5" height="6" fill="var(--late)" />
          </pattern>
        </defs>
      </svg>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={data} margin={{ top: 8, right: 4, bottom: 0, left: -24 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="label"
            tick={{ fill: "var(--ink-3)", fontSize: 11 }}
            tickLine={false}
            axisLine={{ stroke: "var(--line-strong)" }}
          />
          <YAxis
            allowDecimals={false}
            tick={{ fill: "var(--ink-3)", fontSize: 11 }}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip
            cursor={{ fill: "var(--raised)" }}
            contentStyle={{
              background: "var(--surface)",
              border: "1px solid var(--line-strong)",
              borderRadius: 7,
              color: "var(--ink)",
            }}
            itemStyle={{ color: "var(--ink-2)" }}
          />
          {KINDS.map(({ id, label, fill, stroke }) => (
            <Bar
              key={id}
              dataKey={id}
              name={label}
              stackId="containers"
              fill={fill}
              stroke={stroke}
              isAnimationActive={false}
              maxBarSize={36}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
