/** The admin account of the benchmarks. */
export const EMAIL = "bench@example.com";
