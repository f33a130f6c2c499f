/** A command that was not understood; the message says how it is written. */
export class UsageError extends Error {
  constructor(usage: string) {
    super(`Usage: npm run tracking-service -- ${usage}`);
  }
}
