"use client";

import {
  CartesianGrid,
  LabelList,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from "recharts";

/** One step of an ETA: the time of the report, its difference from the first ETA in days, and the reported day. */
export type EtaPoint = { label: string; drift: number | null; text: string };

const TICK = { fill: "var(--ink-3)", fontSize: 11 };
/** Above this number labels would overlap, so only the first, the last and the farthest are labeled. */
const MAX_LABELS = 8;

function labelled(points: readonly EtaPoint[]) {
  const max = points.reduce((far, { drift }) => Math.max(far, Math.abs(drift ?? 0)), 0);
  return points.map((point, at) => {
    const ends = at === 0 || at === points.length - 1;
    const again = at > 0 && points[at - 1]?.text === point.text;
    const shown = !again && (points.length <= MAX_LABELS || ends || Math.abs(point.drift ?? 0) === max);
    return { ...point, shown: shown ? point.text : "" };
  });
}

const MAX_TICKS = 5;

/** Whole days at equal intervals, from the earliest to the latest step and including the first ETA. */
function ticksOf(points: readonly EtaPoint[]): number[] {
  const drifts = points.flatMap(({ drift }) => drift ?? []);
  const [low, high] = [Math.min(0, ...drifts), Math.max(1, ...drifts)];
  const step = Math.max(1, Math.ceil((high - low) / (MAX_TICKS - 1)));
  const from = Math.floor(low / step);
  const to = Math.ceil(high / step);
  return Array.from({ length: to - from + 1 }, (_, at) => (from + at) * step);
}

/**
 * The ETA's steps as a line relative to the first ETA. It is hidden from screen readers because the table contains the
 * same data.
 */
export function EtaChart({ points }: { points: readonly EtaPoint[] }) {
  const ticks = ticksOf(points);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart
        data={labelled(points)}
        margin={{ top: 18, right: 28, bottom: 0, left: -18 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="label"
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: "var(--line-strong)" }}
          // Room for the label of the first step next to the days.
          padding={{ left: 20 }}
          interval="preserveStartEnd"
          minTickGap={12}
        />
        <YAxis
          ticks={ticks}
          domain={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
          tick={TICK}
          tickLine={false}
          axisLine={false}
          tickFormatter={(days: number) => (days > 0 ? `+${days}d` : `${days}d`)}
        />
        <ReferenceLine y={0} stroke="var(--line-strong)" strokeDasharray="4 3" />
        <Line
          type="stepAfter"
          dataKey="drift"
          stroke="var(--accent)"
          strokeWidth={1.5}
          dot={{ r: 3, fill: "var(--surface)", stroke: "var(--accent)", strokeWidth: 1.5 }}
          isAnimationActive={false}
        >
          <LabelList dataKey="shown" position="top" fill="var(--ink-2)" fontSize={10.5} />
        </Line>
      </LineChart>
    </ResponsiveContainer>
  );
}
