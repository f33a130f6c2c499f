import { beforeAll, describe, expect, it } from "vitest";
import { relatedOne } from "@/lib/contract/json-api";
import { containerCheckDigit } from "@/lib/dispatch/container-number";
import { until } from "@/tracking-service/testing/running-service";
import { type Attributes, answered, ask, KNOWN, maersk, OWN_NUMBERS, read, UNKNOWN } from "./asked-requests";
import { call, itHere, target } from "./target";

const REASONS: readonly (readonly [ending: string, reason: string])[] = [
  ["9901", "booking_cancelled"],
  ["9902", "expired"],
  ["9903", "internal_processing_error"],
  ["9904", "invalid_number"],
  ["9905", "not_found"],
  ["9906", "retries_exhausted"],
  ["9907", "shipping_line_unreachable"],
  ["9908", "unrecognized_response"],
  ["9909", "data_unavailable"],
  ["9912", "awaiting_manifest"],
];

const detected = (number: string) => ({
  request_number: number,
  request_type: "bill_of_lading",
  auto_detect_vocc_scac: true,
});

/** Carriers take seconds: what our test numbers lead to is asked for at once, and looked at later. */
const OWN: Attributes[] = [
  ...REASONS.map(([ending]) => maersk(`MAEU2611${ending}`)),
  maersk("MAEU26119911"),
  maersk("MAEU26119913"),
  maersk("MAEU26119914"),
  maersk(`MSKU000123${containerCheckDigit("MSKU000123")}`, "container"),
  maersk("MAEU261177001"),
  maersk("261177001"),
  detected("QQQQ24778899"),
  detected("HLCUSEL261063157"),
];
const ownIds = new Map<unknown, string>();

beforeAll(async () => {
  if (!target.own) return;
  for (const attributes of OWN) ownIds.set(attributes.request_number, (await ask(attributes)).item.id);
});

const answeredOwn = async (number: string) => (await answered(ownIds.get(number) ?? "")).item.attributes;

describe("interface.md, States and transitions", () => {
  it("pending becomes succeeded once the carrier has data, and the shipment exists", async () => {
    const asked = await ask({ ...KNOWN, ref_numbers: ["PO-7"], shipment_tags: ["rush"] });
    const answer = await answered(asked.item.id);
    expect(["succeeded", "created"]).toContain(answer.item.attributes?.status);
    expect(answer.item.attributes).toMatchObject({ failed_reason: null, is_retrying: false });
    const tracked = relatedOne(answer.item, "tracked_object");
    expect(tracked?.type).toBe("shipment");
    const shipment = await call(`/shipments/${tracked?.id}`);
    expect(shipment.status).toBe(200);
    if (target.own) expect(shipment.item.attributes).toMatchObject({ ref_numbers: ["PO-7"], tags: ["rush"] });
  }, 130_000);

  it("pending becomes failed when the lookup fails", async () => {
    const answer = await answered((await ask(UNKNOWN)).item.id);
    expect(answer.item.attributes).toMatchObject({ status: "failed", is_retrying: false });
    expect(answer.item.attributes?.failed_reason).not.toBeNull();
    expect(relatedOne(answer.item, "tracked_object")).toBeNull();
  }, 130_000);

  itHere("pending becomes awaiting_manifest while the carrier has no manifest", OWN_NUMBERS, async () => {
    const waiting = { status: "awaiting_manifest", failed_reason: null };
    expect(await answeredOwn("MAEU26119913")).toMatchObject(waiting);
  });

  itHere("fails with scac_auto_detect_failed when no carrier can be inferred", OWN_NUMBERS, async () => {
    const failed = { status: "failed", failed_reason: "scac_auto_detect_failed", scac: null };
    expect(await answeredOwn("QQQQ24778899")).toMatchObject(failed);
  });

  itHere("infers the carrier when auto_detect_vocc_scac is true", OWN_NUMBERS, async () => {
    expect(await answeredOwn("HLCUSEL261063157")).toMatchObject({ status: "succeeded", scac: "HLCU" });
  });
});

describe("supplement.md, Tracking request life", () => {
  itHere(
    "lookup trouble is tried again, and is_retrying says so",
    OWN_NUMBERS,
    async () => {
      const id = ownIds.get("MAEU26119914") ?? "";
      await until(async () => (await read(id)).item.attributes?.is_retrying === true, 30_000, 300);
      expect((await read(id)).item.attributes).toMatchObject({ status: "pending", is_retrying: true });
    },
    40_000,
  );

  itHere("a container that is not found fails at once", OWN_NUMBERS, async () => {
    const number = `MSKU000123${containerCheckDigit("MSKU000123")}`;
    expect(await answeredOwn(number)).toMatchObject({ status: "failed", failed_reason: "not_found" });
  });

  itHere(
    "awaiting_manifest becomes succeeded as soon as the carrier has it",
    OWN_NUMBERS,
    async () => {
      const id = ownIds.get("MAEU26119911") ?? "";
      await until(async () => (await read(id)).item.attributes?.status === "succeeded", 45_000, 500);
    },
    60_000,
  );
});

describe("supplement.md, failed_reason", () => {
  itHere(
    "every reason has a test number",
    OWN_NUMBERS,
    async () => {
      const reasons = [];
      for (const [ending] of REASONS) reasons.push((await answeredOwn(`MAEU2611${ending}`))?.failed_reason);
      expect(reasons).toEqual(REASONS.map(([, reason]) => reason));
      expect(await answeredOwn("261177001")).toMatchObject({ status: "failed", failed_reason: "duplicate" });
    },
    30_000,
  );
});
