import { describe, expect, it } from "vitest";
import { byRole, loadHref, mostUrgent, type PartyLoad } from "./rules";

const PARTY = { id: "p/1", name: "Harbor & Sons" };

function load(change: Partial<PartyLoad> & { endsAt?: string | null; state?: "applies" | "picked_up" } = {}) {
  const { endsAt = null, state = "applies", ...more } = change;
  const urgent: PartyLoad["urgent"] = {
    ...{ id: `c-${endsAt}`, number: "MSKU4807969", checkedAt: null, onTerminalGround: false },
    deadline: {
      state: endsAt ? state : "not_reported",
      governing: endsAt ? { on: endsAt.slice(0, 10), zone: null, source: "line", endsAt } : null,
      sources: [],
      serviceNames: null,
    },
  };
  return {
    role: "customer",
    containers: 2,
    own: 0,
    named: false,
    urgent,
    shipments: 1,
    ...more,
  } satisfies PartyLoad;
}

describe("loadHref", () => {
  it.each([
    ["the board's carrier, where all are by roles on the containers", { own: 2 }, "/board?carrier=p%2F1"],
    [
      "the board's customer, where every container names it",
      { named: true },
      "/board?customer=Harbor%20%26%20Sons",
    ],
    ["its shipments, where some come by a role on the shipment", { own: 1 }, "/shipments?party=p%2F1"],
    ["its shipments, where a container names somebody else", {}, "/shipments?party=p%2F1"],
    ["its shipments, where no container is left", { containers: 0, named: true }, "/shipments?party=p%2F1"],
  ])("links to %s", (_, change, href) => {
    expect(loadHref(PARTY, load(change))).toBe(href);
  });
});

describe("mostUrgent", () => {
  it("returns the container with the earliest deadline of all roles", () => {
    const loads = [
      load({ endsAt: "2026-11-22T08:00:00Z" }),
      load({ endsAt: "2026-11-21T08:00:00Z", role: "shipper" }),
    ];
    expect(mostUrgent(loads)?.id).toBe("c-2026-11-21T08:00:00Z");
  });

  it.each([
    ["no role", []],
    ["no container", [load({ urgent: null })]],
    ["no deadline", [load()]],
    ["only one that is over", [load({ endsAt: "2026-11-20T08:00:00Z", state: "picked_up" })]],
  ])("is null with %s", (_, loads) => {
    expect(mostUrgent(loads)).toBeNull();
  });
});

it("sorts loads by role and puts undocumented roles last", () => {
  const roles = ["captain", "customs_broker", "pickup_dray_carrier", "customer"];
  expect(byRole(roles.map((role) => load({ role }))).map(({ role }) => role)).toEqual([
    "pickup_dray_carrier",
    "customer",
    "customs_broker",
    "captain",
  ]);
});
