/**
 * How node runs the tracking service; its commands follow. Its answers are large and soon forgotten: a small young
 * generation saves some 30 MB and costs a long list a tenth more of the processor.
 */
export const TRACKING_PROGRAM: readonly string[] = [
  "--max-semi-space-size=8",
  "--import",
  "tsx",
  "tracking-service/main.ts",
];
