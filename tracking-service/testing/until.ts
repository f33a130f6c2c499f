/** Waits until a condition is true. Fails after `ms`. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  ms = 60_000,
  everyMs = 20,
): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("waited in vain");
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
