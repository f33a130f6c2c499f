/** Tag of a test that others stand for, or that takes long: `npm run test:e2e` runs it, `npm test` does not. */
export const LONG = "@long";
