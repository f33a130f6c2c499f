/**
 * Node arguments that limit a program's heap, in MB: the old generation (`heapMb`), and the young generation, which is
 * three times the semi-space. Without them V8 sizes both by the machine's memory and collects late.
 */
export function heapArgs(heapMb: number, semiSpaceMb = 8): string[] {
  return [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${semiSpaceMb}`];
}
