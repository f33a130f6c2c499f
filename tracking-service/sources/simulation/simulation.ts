import { route } from "@/tracking-service/sources/simulation/plan/route";
import { seaWay } from "@/tracking-service/sources/simulation/plan/sea-route";
import { listCatalogue } from "@/tracking-service/sources/simulation/world/catalog";
import { guessLines } from "@/tracking-service/sources/simulation/world/line-guesses";
import { findLine } from "@/tracking-service/sources/simulation/world/lines";
import type { Source } from "@/tracking-service/sources/source";
import { response, TEST_SCAC } from "./carrier";
import { request } from "./request-number";
import { hash32 } from "./seeded-random";
import { startTicker } from "./ticker";

const MINUTE_MS = 60_000;

/**
 * How often terminals are checked for each container. The interval grows with the number of containers, up to one hour.
 */
export function checkEveryMs(containers: number): number {
  return Math.min(Math.max(containers * 800, 2 * MINUTE_MS), 35 * MINUTE_MS);
}

/** The simulated carriers and terminals as a source of facts. */
export function simulation(settings: { seed: string; containers: number }): Source {
  return {
    name: "simulation",
    listCatalogue,
    supports: (scac) => scac === TEST_SCAC || findLine(scac) !== null,
    guessLines,
    responseDelayMs: (requestId) => 2_000 + (hash32(requestId) % 3_000),
    ask: request,
    route,
    seaWay,
    start: startTicker,
    lookUp: (inquiry, now) => response(inquiry, settings.seed, checkEveryMs(settings.containers), now),
  };
}
