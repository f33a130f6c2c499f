import { until } from "@/tracking-service/testing/until";
import { call, LOOK_EVERY_MS } from "./target";

export type Attributes = Record<string, unknown>;

/** Numbers every service of this interface answers in the same way (supplement.md, Tracking request life). */
export const KNOWN = { request_number: "TEST-TR-SUCCEEDED", request_type: "bill_of_lading", scac: "TEST" };
export const UNKNOWN = { ...KNOWN, request_number: "TEST-TR-FAILED" };
/** Digits no earlier run asked for: a number that is followed already is a duplicate. */
const RUN = String(Math.floor(Math.random() * 10_000)).padStart(4, "0");

/** A bill of lading that ends in digits which decide what becomes of it (docs/tracking-service.md, Test numbers). */
export const numbered = (ending: string) => `MAEU2${RUN}${ending}`;
/** Why a test is skipped elsewhere. */
export const OWN_NUMBERS = "the number is a test number of this service";

export function ask(attributes: Attributes, relationships?: object) {
  return call("/tracking_requests", {
    body: { data: { type: "tracking_request", attributes, relationships } },
  });
}

export const read = (id: string) => call(`/tracking_requests/${id}?include=customer,user`);

export async function answered(id: string) {
  await until(async () => (await read(id)).item.attributes?.status !== "pending", 120_000, LOOK_EVERY_MS);
  return read(id);
}

/** For refusals, and for test numbers where the target is ours: elsewhere nothing is asked of a line. */
export const maersk = (number: string, type = "bill_of_lading") => ({
  request_number: number,
  request_type: type,
  scac: "MAEU",
});
