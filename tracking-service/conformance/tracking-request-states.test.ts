import { beforeAll, describe, expect, it } from "vitest";
import { containerCheckDigit } from "@/lib/contract/container-number";
import { relatedOne } from "@/lib/contract/json-api";
import { until } from "@/tracking-service/testing/until";
import {
  type Attributes,
  answered,
  KNOWN,
  maersk,
  numbered,
  OWN_NUMBERS,
  read,
  send,
  UNKNOWN,
} from "./recorded-requests";
import { call, itOurs, POLL_EVERY_MS, patience, showing, target } from "./target";

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

/** Requested twice: with the carrier's code and without. */
const TWICE = numbered("7001");

const DETECTED = numbered("3157").replace("MAEU", "HLCU");

const detected = (number: string) => ({
  request_number: number,
  request_type: "bill_of_lading",
  auto_detect_vocc_scac: true,
});

/** Carriers take seconds. The test numbers are requested together at the start and checked later. */
const OWN: Attributes[] = [
  ...REASONS.map(([ending]) => maersk(numbered(ending))),
  maersk(numbered("9910")),
  maersk(numbered("9911")),
  maersk(numbered("9913")),
  maersk(numbered("9914")),
  maersk(`MSKU000123${containerCheckDigit("MSKU000123")}`, "container"),
  maersk(TWICE),
  maersk(TWICE.slice(4)),
  detected("QQQQ24778899"),
  detected(DETECTED),
];
const ownIds = new Map<unknown, string>();

beforeAll(async () => {
  if (!target.ours) return;
  for (const attributes of OWN) ownIds.set(attributes.request_number, (await send(attributes)).item.id);
});

const answeredOwn = async (number: string) => (await answered(ownIds.get(number) ?? "")).item.attributes;

describe("interface.md, States and transitions", () => {
  it("accepted, pending, with no shipment data", async () => {
    const { item } = await send(UNKNOWN);
    expect(item.attributes?.status).toBe("pending");
    expect(relatedOne(item, "tracked_object")).toBeNull();
  });

  it(
    showing(
      "pending, succeeded: the carrier has data, and the shipment exists",
      "supplement.md, Tracking request life: TEST-TR-SUCCEEDED",
      "supplement.md, status: succeeded",
    ),
    async () => {
      const requested = await send({ ...KNOWN, ref_numbers: ["PO-7"], shipment_tags: ["rush"] });
      const response = await answered(requested.item.id);
      expect(["succeeded", "created"]).toContain(response.item.attributes?.status);
      expect(response.item.attributes).toMatchObject({ failed_reason: null, is_retrying: false });
      const tracked = relatedOne(response.item, "tracked_object");
      expect(tracked?.type).toBe("shipment");
      const shipment = await call(`/shipments/${tracked?.id}`);
      expect(shipment.status).toBe(200);
      if (target.ours)
        expect(shipment.item.attributes).toMatchObject({ ref_numbers: ["PO-7"], tags: ["rush"] });
    },
    patience(130_000),
  );

  it(
    showing(
      "pending, failed: the lookup fails",
      "supplement.md, Tracking request life: TEST-TR-FAILED",
      "supplement.md, status: failed",
      "supplement.md, status: pending",
    ),
    async () => {
      const response = await answered((await send(UNKNOWN)).item.id);
      expect(response.item.attributes).toMatchObject({ status: "failed", is_retrying: false });
      expect(response.item.attributes?.failed_reason).not.toBeNull();
      expect(relatedOne(response.item, "tracked_object")).toBeNull();
    },
    patience(130_000),
  );

  itOurs(
    showing(
      "pending, awaiting_manifest: the carrier has not manifested it",
      "supplement.md, status: awaiting_manifest",
      "supplement.md, Tracking request life: a BOL that is not found goes to awaiting_manifest",
    ),
    OWN_NUMBERS,
    async () => {
      const waiting = { status: "awaiting_manifest", failed_reason: null };
      for (const ending of ["9910", "9913"])
        expect(await answeredOwn(numbered(ending))).toMatchObject(waiting);
    },
  );

  itOurs(
    showing(
      "pending, failed with scac_auto_detect_failed: no carrier can be inferred",
      "supplement.md, failed_reason: scac_auto_detect_failed",
    ),
    OWN_NUMBERS,
    async () => {
      const failed = { status: "failed", failed_reason: "scac_auto_detect_failed", scac: null };
      expect(await answeredOwn("QQQQ24778899")).toMatchObject(failed);
    },
  );

  itOurs("infers the carrier when auto_detect_vocc_scac is true", OWN_NUMBERS, async () => {
    expect(await answeredOwn(DETECTED)).toMatchObject({ status: "succeeded", scac: "HLCU" });
  });
});

describe("supplement.md, Tracking request life", () => {
  itOurs("lookup trouble is tried again, and is_retrying says so", OWN_NUMBERS, async () => {
    const id = ownIds.get(numbered("9914")) ?? "";
    await until(
      async () => (await read(id)).item.attributes?.is_retrying === true,
      patience(30_000),
      POLL_EVERY_MS,
    );
    expect((await read(id)).item.attributes).toMatchObject({ status: "pending", is_retrying: true });
  });

  itOurs("a container that is not found fails at once", OWN_NUMBERS, async () => {
    const number = `MSKU000123${containerCheckDigit("MSKU000123")}`;
    expect(await answeredOwn(number)).toMatchObject({ status: "failed", failed_reason: "not_found" });
  });

  itOurs(
    showing(
      "awaiting_manifest becomes succeeded as soon as the carrier has it",
      "interface.md, States and transitions: awaiting_manifest is retried automatically",
    ),
    OWN_NUMBERS,
    async () => {
      const id = ownIds.get(numbered("9911")) ?? "";
      await until(
        async () => (await read(id)).item.attributes?.status === "succeeded",
        patience(45_000),
        POLL_EVERY_MS,
      );
    },
  );
});

describe("supplement.md, failed_reason", () => {
  for (const [ending, reason] of REASONS) {
    itOurs(`${reason} has a test number`, OWN_NUMBERS, async () => {
      expect(await answeredOwn(numbered(ending))).toMatchObject({ status: "failed", failed_reason: reason });
    });
  }

  itOurs("duplicate: the number is followed already", OWN_NUMBERS, async () => {
    expect(await answeredOwn(TWICE.slice(4))).toMatchObject({ status: "failed", failed_reason: "duplicate" });
  });
});
