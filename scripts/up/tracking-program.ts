import { heapArgs } from "./node-options";

/**
 * The node arguments to run the tracking service with a heap of at most `heapMb`. Its commands are appended. Its
 * responses are large and short-lived. A small young generation saves about 30 MB and costs 10% more CPU time for a
 * long list.
 */
export const trackingProgram = (heapMb: number): string[] => [
  ...heapArgs(heapMb),
  "--import",
  "tsx",
  "tracking-service/main.ts",
];
