import { describe, expect, it } from "vitest";
import { type Asker, Ledger, PURPOSES } from "./ledger";

const ID = "0b0a4f4e-7f7e-4a53-9d9e-0d5f4f9f1a11";

/** The purposes under which a request is counted. */
function purposeOf(asker: Asker, path: string): string[] {
  const ledger = new Ledger();
  ledger.heard(asker, { path, status: 200 });
  return PURPOSES.filter((purpose) => ledger.count(purpose) > 0);
}

describe("purpose of a request to the service", () => {
  it.each([
    [`/v2/containers/${ID}`],
    ["/v2/containers?page%5Bsize%5D=1"],
    [`/v2/containers/${ID}/map_geojson`],
    [`/v2/documents/${ID}`],
    ["/v2/webhooks"],
  ])("is a page read when a dashboard requests %s", (path) => {
    expect(purposeOf("dashboard", path)).toEqual(["pages"]);
  });

  it.each([
    ["/v2/containers?page%5Bnumber%5D=2&page%5Bsize%5D=500", "lists"],
    ["/v2/shipments?page%5Bsize%5D=1", "what the account may do"],
    ["/v2/vessels/00000000-0000-0000-0000-000000000000", "what the account may do"],
    [`/v2/vessels/${ID}`, "vessel positions"],
    [`/v2/vessels/${ID}/future_positions?port_id=${ID}`, "vessel positions"],
    [`/v2/containers/${ID}/party_roles`, "party roles"],
    [`/v2/containers/${ID}/map_geojson`, "maps"],
    ["/v2/documents?include=cargos&page%5Bnumber%5D=1", "lists"],
    [`/v2/containers/${ID}`, "single records"],
    [`/v2/containers/${ID}/transport_events`, "single records"],
    [`/v2/webhook_notifications/${ID}?include=reference_object`, "webhook and its deliveries"],
    ["/v2/webhooks/ips", "webhook and its deliveries"],
  ])("follows from the URL when a worker requests %s: %s", (path, purpose) => {
    expect(purposeOf("worker", path)).toEqual([purpose]);
  });
});

describe("Ledger", () => {
  it("counts refused and repeated requests until it is cleared", () => {
    const ledger = new Ledger();
    for (const status of [200, 429, 200]) ledger.heard("worker", { path: "/v2/containers?page=1", status });
    ledger.heard("worker", { path: "/v2/containers?page=2", status: null });
    expect(ledger.answered(429)).toBe(1);
    expect(ledger.again("lists")).toBe(2);
    expect(ledger.count("lists", "/v2/shipments")).toBe(0);
    ledger.clear();
    expect(ledger.count("lists")).toBe(0);
  });
});
