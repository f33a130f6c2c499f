"use client";

import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  LabelList,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { ChartPoint } from "@/lib/features/reports/rules/charts";

/** Above this number there is no room for every label, so only the highest and the last are labeled. */
const MAX_LABELS = 8;
const TICK = { fill: "var(--ink-3)", fontSize: 10 };
const TIP = {
  background: "var(--surface)",
  border: "1px solid var(--line-strong)",
  borderRadius: 7,
  color: "var(--ink)",
  fontSize: 12,
};

/** The points that have labels. */
function labelled(points: readonly ChartPoint[]) {
  const highest = points.reduce((max, { value }, at) => (value > (points[max]?.value ?? 0) ? at : max), 0);
  const few = points.filter(({ value }) => value !== 0).length <= MAX_LABELS;
  return points.map((point, at) => {
    const shown = few || at === highest || at === points.length - 1;
    return { ...point, shown: shown && point.value !== 0 ? point.text.replaceAll(" ", "\u00a0") : "" };
  });
}

function Label() {
  return <LabelList dataKey="shown" position="top" fill="var(--ink-2)" fontSize={10} />;
}

function Tip() {
  return (
    <Tooltip
      cursor={{ fill: "var(--raised)", stroke: "var(--line-strong)" }}
      contentStyle={TIP}
      itemStyle={{ color: "var(--ink-2)" }}
      separator=" "
      formatter={(_value, _name, item) => [String(item.payload?.text ?? ""), ""]}
    />
  );
}

const LONG_LABEL = 6;

/** Margins for the labels at both ends, which are as wide as an amount. */
function marginOf(points: readonly ChartPoint[]) {
  const side = points.some(({ text }) => text.length > LONG_LABEL) ? 32 : 14;
  return { top: 16, right: side, bottom: 0, left: side };
}

/** One small chart. It is hidden from screen readers because the table contains the same data. */
export function MiniChart({ kind, points }: { kind: "bars" | "areas"; points: readonly ChartPoint[] }) {
  const data = labelled(points);
  const margin = marginOf(points);
  const axis = (
    <XAxis
      dataKey="label"
      tick={TICK}
      tickLine={false}
      axisLine={{ stroke: "var(--line-strong)" }}
      interval={points.length <= 5 ? 0 : "preserveStartEnd"}
      minTickGap={8}
      height={18}
    />
  );
  return (
    <ResponsiveContainer width="100%" height="100%">
      {kind === "bars" ? (
        <BarChart data={data} margin={margin} accessibilityLayer={false}>
          {axis}
          {/* From zero, or from a negative amount: the length of a bar is its value. */}
          <YAxis hide domain={[(lowest: number) => Math.min(0, lowest), "auto"]} />
          <Tip />
          <Bar dataKey="value" fill="var(--accent)" isAnimationActive={false} maxBarSize={28}>
            <Label />
          </Bar>
        </BarChart>
      ) : (
        <AreaChart data={data} margin={margin} accessibilityLayer={false}>
          {axis}
          <YAxis hide domain={[0, "auto"]} />
          <Tip />
          <Area
            type="stepAfter"
            dataKey="value"
            stroke="var(--accent)"
            strokeWidth={1.5}
            fill="var(--accent-soft)"
            isAnimationActive={false}
            dot={false}
          >
            <Label />
          </Area>
        </AreaChart>
      )}
    </ResponsiveContainer>
  );
}
