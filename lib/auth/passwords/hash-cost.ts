/** What one hash of a password takes: memory of 128 × r × 2^log2N bytes, p times over. */
export type Cost = { log2N: number; r: number; p: number };

/** 32 MiB and about 0.2 s on a small server: one of the settings OWASP names for scrypt. */
export const PASSWORD_COST: Cost = { log2N: 15, r: 8, p: 3 };
