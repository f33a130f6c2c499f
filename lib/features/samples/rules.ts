/** The kinds of samples, in the order in which they are made. */
export const SAMPLE_KINDS = ["view", "dray_carrier", "planned_move", "follow_up"] as const;
export type SampleKind = (typeof SAMPLE_KINDS)[number];

/** How many samples of each kind exist, and how many are still to be made or removed. */
export type SampleCounts = { made: Readonly<Record<SampleKind, number>>; pending: number };

const NAMES: Record<SampleKind, readonly [one: string, several: string]> = {
  view: ["saved view", "saved views"],
  dray_carrier: ["dray carrier assignment", "dray carrier assignments"],
  planned_move: ["planned move", "planned moves"],
  follow_up: ["follow-up", "follow-ups"],
};

/** "2 saved views, 1 follow-up"; "" for none. */
export function sampleCountsText({ made }: SampleCounts): string {
  return SAMPLE_KINDS.filter((kind) => made[kind] > 0)
    .map((kind) => `${made[kind]} ${NAMES[kind][made[kind] === 1 ? 0 : 1]}`)
    .join(", ");
}
