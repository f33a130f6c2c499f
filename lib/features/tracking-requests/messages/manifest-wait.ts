import { formatAge } from "@/lib/domain/time/time-format";

/**
 * Number of days the service waits for the manifest of the line before the request fails (supplement.md, Tracking
 * request life).
 */
const REQUESTED_DAYS = 7;
const DAY_MS = 86_400_000;

/** Returns how long a request has been waiting for the manifest and the time left: "Waiting 3d, expires in 4d". */
export function manifestWaitText(createdAt: string, now: Date): string {
  const age = formatAge(createdAt, now);
  const leftMs = Date.parse(createdAt) + REQUESTED_DAYS * DAY_MS - now.getTime();
  if (Number.isNaN(leftMs)) return "";
  const so = age === "now" ? "Requested just now" : `Waiting ${age}`;
  if (leftMs <= 0) return `${so}, past the ${REQUESTED_DAYS}-day limit`;
  const days = Math.floor(leftMs / DAY_MS);
  const left = days > 0 ? `${days}d` : `${Math.max(1, Math.floor(leftMs / 3_600_000))}h`;
  return `${so}, expires in ${left}`;
}
