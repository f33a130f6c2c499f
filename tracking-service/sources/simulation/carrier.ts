import { normalizeNumber } from "@/lib/contract/container-number";
import { FAILED_REASONS, type FailedReason } from "@/lib/contract/enums";
import { journeyPlan, requestedSize } from "@/tracking-service/sources/simulation/plan/journey-plan";
import type { JourneyInput } from "@/tracking-service/sources/simulation/plan/plan";
import { findLine, findLineByPrefix } from "@/tracking-service/sources/simulation/world/lines";
import type { CarrierResponse, Inquiry } from "@/tracking-service/sources/source";
import { shipmentAt } from "./facts-at";
import { containerAt, follow } from "./journeys";
import { expectContainers } from "./pending-containers";

/** The carrier code of the documented test numbers. */
export const TEST_SCAC = "TEST";

/** A response without a shipment, or "found". */
type Verdict = "found" | Exclude<CarrierResponse, { kind: "found" }>;

const failed = (reason: FailedReason): Verdict => ({ kind: "failed", reason });
const NOT_FOUND: Verdict = { kind: "not_found" };
const UNREACHABLE: Verdict = { kind: "trouble", reason: "shipping_line_unreachable" };

const LATE_MS = 20_000;

/**
 * The last four digits of a BOL or booking that determine the response, for any carrier (docs/tracking-service.md, Test
 * numbers). `attempts` is the number of earlier requests.
 */
const ENDINGS: Readonly<Record<string, (attempts: number, now: Date) => Verdict>> = {
  "9901": () => failed("booking_cancelled"),
  "9902": () => failed("expired"),
  "9903": () => failed("internal_processing_error"),
  "9904": () => failed("invalid_number"),
  "9905": () => failed("not_found"),
  "9906": () => failed("retries_exhausted"),
  "9907": () => failed("shipping_line_unreachable"),
  "9908": () => failed("unrecognized_response"),
  "9909": () => failed("data_unavailable"),
  "9910": () => NOT_FOUND,
  "9911": (attempts, now) =>
    attempts > 0 ? "found" : { kind: "not_found", retryAt: new Date(now.getTime() + LATE_MS) },
  "9912": () => failed("awaiting_manifest"),
  "9913": () => ({ kind: "not_manifested" }),
  "9914": () => UNREACHABLE,
  "9915": () => ({ kind: "trouble", reason: "unrecognized_response" }),
  "9916": (attempts) => (attempts < 2 ? UNREACHABLE : "found"),
  "9917": (attempts) => (attempts < 3 ? NOT_FOUND : "found"),
};

/** A line's own BOL or booking number: at least six characters after the carrier code, six of them digits. */
const LINE_NUMBER = /^(?=(?:.*\d){6})[A-Z0-9]{6,16}$/;
/** Containers whose serial number begins like this are unknown to the simulated carriers. */
const UNKNOWN_SERIAL = /^[A-Z]{4}000/;

function judgeContainer(number: string, scac: string): Verdict {
  const owner = findLineByPrefix(number.slice(0, 4));
  const foreign = owner !== null && owner.scac !== findLine(scac)?.scac;
  return foreign || UNKNOWN_SERIAL.test(number) ? NOT_FOUND : "found";
}

function judgeBill(number: string, { scac, attempts }: Inquiry, now: Date): Verdict {
  const bare = number.startsWith(scac) ? number.slice(scac.length) : number;
  const reported = ENDINGS[bare.slice(-4)];
  if (reported) return reported(attempts, now);
  return LINE_NUMBER.test(bare) ? "found" : NOT_FOUND;
}

const bareReason = (reason: string) => `TESTTR${reason.replaceAll("_", "").toUpperCase()}`;

/** Numbers of TEST: TEST-TR- and an outcome, or a failed_reason with dashes. */
function judgeTest(number: string, attempts: number): Verdict {
  switch (number) {
    case "TESTTRSUCCEEDED":
      return "found";
    case "TESTTRFAILED":
      return failed("not_found");
    case "TESTTRAWAITINGMANIFEST":
      return NOT_FOUND;
    case "TESTTRRETRYING":
      return attempts < 2 ? UNREACHABLE : "found";
    default:
      return failed(FAILED_REASONS.find((reason) => bareReason(reason) === number) ?? "invalid_number");
  }
}

function judge(inquiry: Inquiry, now: Date): Verdict {
  const { number: requested, requestType, scac, attempts } = inquiry;
  const number = normalizeNumber(requested);
  if (scac === TEST_SCAC) return judgeTest(number, attempts);
  return requestType === "container" ? judgeContainer(number, scac) : judgeBill(number, inquiry, now);
}

function found(inquiry: Inquiry, seed: string, checkEveryMs: number, now: number): CarrierResponse {
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
  const more = Array.from({ length: requestedSize(first.input) - 1 }, (_, place) =>
    journeyPlan(input(place + 1)),
  );
  const plans = [first, ...more];
  const named = first.voyage.containersKnownAt <= now;
  return {
    kind: "found",
    shipmentId: first.voyage.shipmentId,
    facts: shipmentAt(first.voyage, now),
    containers: named ? plans.map((plan) => containerAt(plan, now)) : [],
    follow: (tx, accountId) =>
      named ? follow(tx, accountId, plans, now) : expectContainers(tx, accountId, plans),
  };
}

/** Returns the simulated carrier's response for a number. The same request always gets the same response. */
export function response(inquiry: Inquiry, seed: string, checkEveryMs: number, now: Date): CarrierResponse {
  const verdict = judge(inquiry, now);
  return verdict === "found" ? found(inquiry, seed, checkEveryMs, now.getTime()) : verdict;
}
