import { until } from "@/tracking-service/testing/running-service";
import { call } from "./target";

export type Attributes = Record<string, unknown>;

/** Numbers every service of this interface answers in the same way (supplement.md, Tracking request life). */
export const KNOWN = { request_number: "TEST-TR-SUCCEEDED", request_type: "bill_of_lading", scac: "TEST" };
export const UNKNOWN = { ...KNOWN, request_number: "TEST-TR-FAILED" };
/** Why a test is skipped elsewhere. */
export const OWN_NUMBERS = "the number is a test number of this service";

export function ask(attributes: Attributes, relationships?: object) {
  return call("/tracking_requests", {
    body: { data: { type: "tracking_request", attributes, relationships } },
  });
}

export const read = (id: string) => call(`/tracking_requests/${id}?include=customer,user`);

export async function answered(id: string) {
  await until(async () => (await read(id)).item.attributes?.status !== "pending", 120_000, 300);
  return read(id);
}

/** For refusals, and for test numbers where the target is ours: elsewhere nothing is asked of a line. */
export const maersk = (number: string, type = "bill_of_lading") => ({
  request_number: number,
  request_type: type,
  scac: "MAEU",
});
