/** Whether this is a smoke run (`--smoke`): one pass on the smallest account. Its figures are not measurements. */
export const SMOKE = process.argv.includes("--smoke");

/** Selects a benchmark size: the measured one, or the smallest one for the smoke run. */
export const sized = <T>(measured: T, smoke: T): T => (SMOKE ? smoke : measured);
