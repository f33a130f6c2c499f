import { expect, it } from "vitest";
import { planCard } from "@/lib/features/moves/rules/day-plan";
import { plannedRow } from "@/lib/features/moves/rules/test-plan";
import { savedText } from "./day-plan";

const carrier = { roleId: "r-1", partyId: "p-1", name: "Harbor Dray" };
const card = planCard(plannedRow("1", { drayCarriers: [carrier] }), "pickup");
const edit = { card, time: null, driver: null, carrier: null };

it("names what a change saved, the dray carrier that it removed, and its conflicts", () => {
  expect(savedText(edit, [])).toBe("Saved: MSKU 000000 1, pickup.");
  expect(savedText({ ...edit, carrier: { to: null } }, [])).toBe(
    "Saved: MSKU 000000 1, pickup. Dray carrier Harbor Dray removed.",
  );
  expect(
    savedText({ ...edit, carrier: { to: { id: "p-2", name: "Keystone" } } }, ["Outside gate hours."]),
  ).toBe("Saved. Outside gate hours.");
});
