import type { FailedReason } from "@/lib/contract/enumerations";
import { normalizeNumber } from "@/lib/dispatch/container-number";
import { DAY_MS } from "@/tracking-service/instant";
import type { CarrierAnswer, Inquiry } from "@/tracking-service/sources/source";
import { askedSize, journeyPlan } from "./journey-plan";
import { boxAt, follow } from "./journeys";
import type { JourneyInput } from "./plan";
import { findLineByPrefix } from "./world/lines";

/** The carrier code under which the documented test numbers stand. */
export const TEST_SCAC = "TEST";

/** Last four digits of a BOL or booking that stand for a failure, under any carrier (docs/tracking-service.md). */
const FAILING_ENDINGS: Readonly<Record<string, FailedReason>> = {
  "9901": "booking_cancelled",
  "9902": "expired",
  "9903": "internal_processing_error",
  "9904": "invalid_number",
  "9905": "not_found",
  "9906": "retries_exhausted",
  "9907": "shipping_line_unreachable",
  "9908": "unrecognized_response",
  "9909": "data_unavailable",
};
/** Not manifested at first, and there when asked again twenty seconds later. */
const LATE_ENDING = "9911";
const LATE_MS = 20_000;

/** A line's own BOL or booking: at least six characters behind the carrier code, six of them digits. */
const LINE_NUMBER = /^(?=(?:.*\d){6})[A-Z0-9]{6,16}$/;
const UNMANIFESTED_FOR = 7 * DAY_MS;
/** The simulated carriers know no container whose serial number begins so. */
const UNKNOWN_SERIAL = /^[A-Z]{4}000/;

type Verdict = "found" | "not_manifested" | "late" | FailedReason;

function judgeContainer(number: string, scac: string): Verdict {
  const owner = findLineByPrefix(number.slice(0, 4));
  const foreign = owner !== null && owner.scac !== scac;
  return foreign || UNKNOWN_SERIAL.test(number) ? "not_found" : "found";
}

function judgeBill(number: string, scac: string): Verdict {
  const bare = number.startsWith(scac) ? number.slice(scac.length) : number;
  const ending = bare.slice(-4);
  const failure = FAILING_ENDINGS[ending];
  if (failure) return failure;
  if (ending === LATE_ENDING) return "late";
  return LINE_NUMBER.test(bare) && !bare.endsWith("9910") ? "found" : "not_manifested";
}

function judge({ number: asked, requestType, scac }: Inquiry): Verdict {
  const number = normalizeNumber(asked);
  if (scac === TEST_SCAC) {
    if (number === "TESTTRSUCCEEDED") return "found";
    return number === "TESTTRFAILED" ? "not_found" : "invalid_number";
  }
  return requestType === "container" ? judgeContainer(number, scac) : judgeBill(number, scac);
}

function found(inquiry: Inquiry, seed: string, checkEveryMs: number, now: number): CarrierAnswer {
  const { requestId, number, requestType, scac } = inquiry;
  const input = (index: number): JourneyInput => ({
    seed,
    index,
    start: now,
    entry: "requested",
    checkEveryMs,
    asked: { requestId, number, requestType, scac },
  });
  const first = journeyPlan(input(0));
  const more = Array.from({ length: askedSize(first.input) - 1 }, (_, place) =>
    journeyPlan(input(place + 1)),
  );
  const plans = [first, ...more];
  return {
    kind: "found",
    shipmentId: first.voyage.shipmentId,
    boxes: plans.map((plan) => boxAt(plan, now)),
    follow: (tx, accountId) => follow(tx, accountId, plans, now),
  };
}

/** What the simulated carrier says of a number. The same request is always answered alike. */
export function answer(inquiry: Inquiry, seed: string, checkEveryMs: number, now: Date): CarrierAnswer {
  const verdict = judge(inquiry);
  const waited = now.getTime() - inquiry.firstAskedAt.getTime();
  if (verdict === "found") return found(inquiry, seed, checkEveryMs, now.getTime());
  if (verdict === "late") {
    return inquiry.attempts > 0
      ? found(inquiry, seed, checkEveryMs, now.getTime())
      : { kind: "not_manifested", askAgainAt: new Date(now.getTime() + LATE_MS) };
  }
  if (verdict === "not_manifested") {
    if (waited >= UNMANIFESTED_FOR) return { kind: "failed", reason: "not_found" };
    return { kind: "not_manifested", askAgainAt: new Date(now.getTime() + DAY_MS) };
  }
  return { kind: "failed", reason: verdict };
}
