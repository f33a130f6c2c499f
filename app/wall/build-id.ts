/** The build of this process. A wallboard that receives another build reloads itself. */
export function buildId(): string {
  return process.env.DRAYBOARD_BUILD || "not built";
}
