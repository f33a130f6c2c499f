/** Which build this process serves; a screen that sees another one loads itself again. */
export function buildId(): string {
  return process.env.DRAYBOARD_BUILD || "not built";
}
