import { until } from "@/tracking-service/testing/until";
import { call, POLL_EVERY_MS } from "./target";

export type Attributes = Record<string, unknown>;

/** Numbers that get the same response from every service of this interface (supplement.md, Tracking request life). */
export const KNOWN = { request_number: "TEST-TR-SUCCEEDED", request_type: "bill_of_lading", scac: "TEST" };
export const UNKNOWN = { ...KNOWN, request_number: "TEST-TR-FAILED" };
/** Digits that no earlier run requested. A number that is already tracked would be a duplicate. */
const RUN = String(Math.floor(Math.random() * 10_000)).padStart(4, "0");

/** A bill of lading whose last digits determine its outcome (docs/tracking-service.md, Test numbers). */
export const numbered = (ending: string) => `MAEU2${RUN}${ending}`;
/** The reason to skip a test at another service. */
export const OWN_NUMBERS = "the number is a test number of this service";

export function send(attributes: Attributes, relationships?: object) {
  return call("/tracking_requests", {
    body: { data: { type: "tracking_request", attributes, relationships } },
  });
}

export const read = (id: string) => call(`/tracking_requests/${id}?include=customer,user`);

export async function answered(id: string) {
  await until(async () => (await read(id)).item.attributes?.status !== "pending", 120_000, POLL_EVERY_MS);
  return read(id);
}

/**
 * Used for rejected requests, and for test numbers at our own service. At another service no shipping line is
 * requested.
 */
export const maersk = (number: string, type = "bill_of_lading") => ({
  request_number: number,
  request_type: type,
  scac: "MAEU",
});
