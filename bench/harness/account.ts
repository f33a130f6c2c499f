export const EMAIL = "bench@example.com";
