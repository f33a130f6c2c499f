/** The columns of a user without a second factor. */
export const NO_SECOND_FACTOR = { totpSecret: null, totpPending: null, totpStep: null, recoveryCodes: [] };
