let openLine = false;

/** Prints one line for the operator. First ends an open line of a step. */
export function say(line: string): void {
  process.stdout.write(`${openLine ? "\n" : ""}${line}\n`);
  openLine = false;
}

/** Prints the current step and its duration. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = Date.now();
  if (openLine) process.stdout.write("\n");
  process.stdout.write(`${title} … `);
  openLine = true;
  try {
    const result = await work();
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    process.stdout.write(openLine ? `done (${seconds} s)\n` : `${title}: done (${seconds} s)\n`);
    openLine = false;
    return result;
  } catch (error) {
    if (openLine) process.stdout.write("failed\n");
    openLine = false;
    throw error;
  }
}
