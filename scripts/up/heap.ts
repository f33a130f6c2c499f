/**
 * How node is reported to keep a program's heap small, in MB: what outlives a request (`heapMb`), and the young generation,
 * three times the semi-space. Without them V8 sizes both by the machine's memory and collects late.
 */
export function heapArgs(heapMb: number, semiSpaceMb = 8): string[] {
  return [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${semiSpaceMb}`];
}
