/** Whether this is a smoke run (`--smoke`): one pass on the smallest account. Its figures measure nothing. */
export const SMOKE = process.argv.includes("--smoke");

/** A size of the benchmark: as measured, or as small as its smoke run can be. */
export const sized = <T>(measured: T, smoke: T): T => (SMOKE ? smoke : measured);
