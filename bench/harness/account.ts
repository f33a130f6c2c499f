/** The admin that benchmarks sign in as. */
export const EMAIL = "bench@example.com";
