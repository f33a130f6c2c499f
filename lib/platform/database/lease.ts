/**
 * Thrown where another process has taken over what this one had claimed: it was stopped or held up for longer than its
 * lease. The transaction that meets it is rolled back, and nothing further is done.
 */
export class LeaseLostError extends Error {
  constructor() {
    super("another process has taken this over");
    this.name = "LeaseLostError";
  }
}
