import { describe, expect, it } from "vitest";
import {
  byRole,
  loadHref,
  mailHref,
  mergedParty,
  mergeWarnings,
  mostUrgent,
  type PartyLoad,
  replacesByDefault,
} from "./rules";

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

it.each([
  [0, false],
  [1, true],
  [2, false],
])("with %i assigned, a new party replaces by default: %s", (assigned, replaces) => {
  expect(replacesByDefault(assigned)).toBe(replaces);
});

it("writes to an email address, whatever it contains", () => {
  expect(mailHref("a+b?cc=x&d@example.com")).toBe("mailto:a%2Bb%3Fcc%3Dx%26d@example.com");
});

describe("a merged party", () => {
  it("is followed over several merges, and never in a circle", () => {
    const parties = [
      { id: "p-1", mergedInto: "p-2" },
      { id: "p-2", mergedInto: "p-3" },
      { id: "p-3", mergedInto: null },
      { id: "p-4", mergedInto: "p-5" },
      { id: "p-5", mergedInto: "p-4" },
    ];
    expect([mergedParty(parties, "p-1"), mergedParty(parties, "p-3")]).toEqual(["p-3", "p-3"]);
    expect(["p-4", "p-5"]).toContain(mergedParty(parties, "p-4"));
  });

  it("is described before the merge, by role", () => {
    const names = { from: "Harbor Dray", into: "Keystone" };
    const roles = [{ role: "pickup_dray_carrier", containers: 2, shipments: 1 }];
    expect(mergeWarnings({ roles, requests: 1, customers: 0 }, names)).toEqual([
      "Keystone takes over the roles of Harbor Dray:",
      "Pickup dray carrier: 2 containers, 1 shipment.",
      "1 tracking request keeps Harbor Dray as customer. The service can’t change that.",
      "Harbor Dray is archived. Undo the job to restore it.",
    ]);
    expect(mergeWarnings({ roles, requests: 0, customers: 2 }, names)).toEqual([
      "2 customer users see containers of Harbor Dray and not of Keystone. An admin must give them Keystone first, under Settings → Users.",
    ]);
  });
});
