import { ConfigError } from "@/lib/platform/config/config";
import { onStopRequest } from "@/scripts/up/signals";
import { messageAndPlaces, messageOf, StartError } from "@/scripts/up/start-error";

/**
 * Runs a command that ends on its own. Progress goes to stderr, and a stop request aborts the signal. The exit code is
 * 1 on failure. Unexpected errors are printed with their stack.
 */
export async function runCommand(
  usage: string,
  work: (signal: AbortSignal, usage: StartError, report: (line: string) => void) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  onStopRequest((reason) => stopping.abort(new StartError(`Stopped (${reason}). Nothing was written.`)));
  try {
    await work(stopping.signal, new StartError(usage), (line) => console.error(line));
  } catch (error) {
    console.error(explain(stopping.signal.aborted ? stopping.signal.reason : error, usage));
    process.exitCode = 1;
  }
}

function explain(error: unknown, usage: string): string {
  if (error instanceof ConfigError) return error.problems.join("\n");
  if (error instanceof StartError || (error instanceof Error && error.name === "ClusterError"))
    return error.message;
  if (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"))
    return `${error.message}\n${usage}`;
  if (error instanceof Error && "code" in error && error.code === "ENOSPC")
    return "The disk is full. Nothing was written. Free some space, or name a file on another disk.";
  return `It failed: ${messageAndPlaces(error) || messageOf(error)}`;
}
