import { expect, it } from "vitest";
import { UNREADABLE_HOLD } from "@/lib/contract/reading/read-lists";
import { testContainer } from "@/lib/domain/container/test-container";
import { unconfirmedValues } from "./unconfirmed-values";

const SINCE = "2026-11-20T10:00:00.000Z";
const NOW = new Date("2026-11-21T12:00:00Z");

it("describes the last known values", () => {
  const container = testContainer(
    {
      pickup_lfd: "2026-11-24T08:00:00Z",
      import_deadlines: { pickup_lfd_terminal: "2026-11-25T08:00:00Z" },
      holds_at_pod_terminal: [
        { name: "customs", status: "hold" },
        { name: UNREADABLE_HOLD, status: "hold" },
      ],
      ref_numbers: ["PO-1", "PO-2"],
      fees_at_pod_terminal: [],
    },
    {},
    {
      unconfirmed: {
        pickup_lfd: SINCE,
        "import_deadlines.pickup_lfd_terminal": SINCE,
        holds_at_pod_terminal: SINCE,
        ref_numbers: SINCE,
        fees_at_pod_terminal: SINCE,
        seal_number: SINCE,
      },
    },
  );
  expect(unconfirmedValues(container, NOW, "en-US").map(({ label, value }) => [label, value])).toEqual([
    ["charges at the terminal", "none"],
    ["holds at the terminal", "customs hold placed, unreadable hold placed"],
    ["last free day", "Tue, Nov 24"],
    ["references", "PO-1, PO-2"],
    ["seal", "not known"],
    ["terminal deadline", "Wed, Nov 25"],
  ]);
  expect(unconfirmedValues(container, NOW, "en-US")[0]?.since).toBe(SINCE);
  expect(unconfirmedValues(testContainer(), NOW, "en-US")).toEqual([]);
});
