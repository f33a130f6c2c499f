/** The baseline's own channel. The dashboard listens to CHANGES_CHANNEL and cannot read the baseline's messages. */
export const FLOOR_CHANNEL = "bench_floor";
