/** Tag of a test that takes long or is covered by other tests. `npm run test:e2e` runs it, `npm test` does not. */
export const LONG = "@long";
