/** The cost of one password hash: 128 × r × 2^log2N bytes of memory, p times. */
export type Cost = { log2N: number; r: number; p: number };

/** 32 MiB and about 0.2 s on a small server: one of the settings OWASP recommends for scrypt. */
export const PASSWORD_COST: Cost = { log2N: 15, r: 8, p: 3 };
