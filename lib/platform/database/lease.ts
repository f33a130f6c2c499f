/**
 * Thrown if another process has taken over this process's claim, because this process was stopped or delayed for longer
 * than its lease. The current transaction is rolled back, and nothing further is done.
 */
export class LeaseLostError extends Error {
  constructor() {
    super("another process has taken this over");
    this.name = "LeaseLostError";
  }
}
