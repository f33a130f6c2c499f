import type { Logger } from "pino";
import type { WorldClock } from "@/tracking-service/clock/world-clock";

/** A lag above this wall clock time exceeds one long run of the loop. */
const LAG_MS = 5_000;
const WARN_EVERY_MS = 60_000;

type Watched = { log: Pick<Logger, "warn">; clock: WorldClock; wallMs?: () => number };

/**
 * Checks whether steps are reported as fast as simulation time passes. The input is the instant of the earliest
 * unreported step. It warns when a fast simulation (SIM_SPEED) lags, once a minute at most.
 */
export function lagWarning({ log, clock, wallMs = () => performance.now() }: Watched) {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (earliest: Date | null): void => {
    if (clock.speed === 1 || earliest === null) return;
    const behindMs = -clock.wallMsUntil(earliest);
    if (behindMs < LAG_MS || wallMs() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = wallMs();
    const lag = {
      speed: clock.speed,
      lagSeconds: Math.round(behindMs / 1_000),
      worldLagSeconds: Math.round((clock.now().getTime() - earliest.getTime()) / 1_000),
    };
    log.warn(lag, "SIM_SPEED is more than can be kept: what is reported lags behind the world's clock");
  };
}
