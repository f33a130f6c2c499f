/**
 * How node runs the tracking service; its commands follow. Its answers are large and soon forgotten: a small young
 * generation saves some 50 MB and costs a long list a sixth more of the processor.
 */
export const TRACKING_PROGRAM: readonly string[] = [
  "--max-semi-space-size=4",
  "--import",
  "tsx",
  "tracking-service/main.ts",
];
