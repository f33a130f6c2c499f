import type { LiveChange } from "@/components/realtime/events";
import type { Missed } from "./stream-state";

/** With more records than this a tab reads everything again, which costs less. */
const MAX_RECORDS = 1_000;

const union = (one: readonly string[] = [], other: readonly string[] = []) => [
  ...new Set([...one, ...other]),
];

/** What a tab has missed after one more change. */
export function addMissed(missed: Missed, change: LiveChange): Missed {
  if (missed === "all" || missed === null) return missed ?? change;
  const merged = {
    containers: union(missed.containers, change.containers),
    shipments: union(missed.shipments, change.shipments),
    requests: union(missed.requests, change.requests),
    parties: missed.parties || change.parties,
    jobs: union(missed.jobs, change.jobs),
  };
  const { containers, shipments, requests, jobs } = merged;
  return containers.length + shipments.length + requests.length + jobs.length > MAX_RECORDS ? "all" : merged;
}
