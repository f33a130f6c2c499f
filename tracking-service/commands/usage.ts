import { type ParseArgsConfig, parseArgs } from "node:util";

/** A command that was not understood; the message says how it is written. */
export class UsageError extends Error {
  constructor(usage: string, wrong?: string) {
    super(`${wrong === undefined ? "" : `${wrong}\n`}Usage: npm run tracking-service -- ${usage}`);
  }
}

/** A command's arguments; what does not fit is a UsageError. */
export function readArguments<T extends ParseArgsConfig>(
  usage: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(usage, error instanceof Error ? error.message : undefined);
  }
}
