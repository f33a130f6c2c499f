import { heapArgs } from "./heap";

/**
 * How node runs the tracking service, its heap at most `heapMb`; its commands follow. Its answers are large and soon
 * forgotten: a small young generation saves some 30 MB and costs a long list a tenth more of the processor.
 */
export const trackingProgram = (heapMb: number): string[] => [
  ...heapArgs(heapMb),
  "--import",
  "tsx",
  "tracking-service/main.ts",
];
