/** "Too many attempts. Try again in 15 minutes."; rounded up, so that a retry is never too early. */
export function throttledText(waitSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(waitSeconds / 60));
  const [count, unit] = minutes < 120 ? [minutes, "minute"] : [Math.ceil(minutes / 60), "hour"];
  return `Too many attempts. Try again in ${count} ${unit}${count === 1 ? "" : "s"}.`;
}
