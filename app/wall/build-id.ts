/** The hash of the source of this process's build. A wallboard that receives another one reloads itself. */
export function buildId(): string {
  return process.env.DRAYBOARD_SOURCE || "not built";
}
