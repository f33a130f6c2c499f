import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readSettings } from "@/lib/platform/config/config";
import { installation } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { TrackingClient } from "@/lib/tracking-client/client";
import { type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";
import {
  findDeliveryAddresses,
  isKnownSource,
  noteRefusedSource,
  refreshDeliveryAddresses,
  requireKnownSource,
  sourceCheck,
} from "./sender-addresses";

const now = new Date("2026-11-21T12:00:00Z");
const list = (addresses: string[], fetchedAt = "2026-11-21T06:00:00Z") => ({
  addresses,
  fetchedAt,
  refusedAt: null,
});
const known = list(["203.0.113.7", "198.51.100.0/24", "2001:db8::7"]);

describe("a delivery's source address", () => {
  it.each([
    "203.0.113.7",
    " 203.0.113.7 ",
    "198.51.100.200",
    "203.0.113.7:41000",
    "::ffff:203.0.113.7",
    "2001:db8:0::7",
    "[2001:db8::7]:443",
    "10.0.0.1, 203.0.113.7",
  ])("is known: %s", (header) => {
    expect(isKnownSource(header, known, now)).toBe(true);
  });

  it.each([
    null,
    "",
    "unknown",
    "203.0.113.8",
    "198.51.101.1",
    "2001:db8::8",
    "203.0.113.7, 10.0.0.1",
    "203.0.113.7 10.0.0.1",
    "203.0.113.7.example.com",
    "0xcb007107",
  ])("is not known: %s", (header) => {
    expect(isKnownSource(header, known, now)).toBe(false);
  });

  it.each([
    ["was never read", null],
    ["is empty", list([])],
    ["holds what is no address", list(["203.0.113.9", "everywhere"])],
    ["holds an impossible network", list(["203.0.113.0/33"])],
    ["was last read four days ago", list(["203.0.113.9"], "2026-11-17T12:00:00Z")],
  ])("is always accepted when the list %s", (_, addresses) => {
    expect(isKnownSource("203.0.113.7", addresses, now)).toBe(true);
    expect(isKnownSource(null, addresses, now)).toBe(true);
  });

  it("is refused with 403 when it is not in the list", async () => {
    let refusals = 0;
    const fresh = list(["203.0.113.7"], new Date().toISOString());
    const source = { list: async () => fresh, refused: () => (refusals += 1) };
    await requireKnownSource("203.0.113.7", source);
    await expect(requireKnownSource("10.0.0.1", source)).rejects.toMatchObject({
      code: "not_allowed",
      status: 403,
    });
    expect(refusals).toBe(1);
    const broken = { ...source, list: () => Promise.reject(new Error("database gone")) };
    await requireKnownSource("10.0.0.1", broken);
  });

  it.each([
    ["nothing is set", {}, "none"],
    ["the header alone is set", { TRUSTED_PROXY_HEADER: "X-Real-IP" }, "header"],
    ["proxies are listed", { TRUSTED_PROXIES: "10.0.0.5", TRACKING_SERVICE_EMBEDDED: "false" }, "client"],
    ["both are set", { TRUSTED_PROXIES: "10.0.0.5", TRUSTED_PROXY_HEADER: "X-Real-IP" }, "client"],
    ["the service is ours, on this machine", { TRUSTED_PROXIES: "10.0.0.5" }, "none"],
  ])("is checked when %s: %s", (_, environment, check) => {
    expect(sourceCheck(readSettings(environment))).toBe(check);
  });
});

describe("the list of delivery addresses", () => {
  let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
  let stub: StubService;
  let response: StubResponse;
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const refresh = (when: Date) => {
    const client = new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0, timeoutMs: 1_000 });
    return refreshDeliveryAddresses(dashboard.db, client, when);
  };

  beforeAll(async () => {
    dashboard = await openTestDashboard();
    stub = await StubService.start(({ path }) => (path === "webhooks/ips" ? response : undefined));
  });
  afterAll(async () => {
    await stub.stop();
    await dashboard.close();
  });
  beforeEach(async () => {
    await dashboard.db.delete(installation);
    response = { body: { webhook_notification_ips: ["203.0.113.7"], last_updated: "2026-11-01T00:00:00Z" } };
  });

  it("is fetched once a day, and sooner after a refused delivery", async () => {
    expect(await refresh(now)).toBe(true);
    expect(await refresh(at(23))).toBe(false);
    expect(await refresh(at(25))).toBe(true);
    await noteRefusedSource(dashboard.db, at(25.01));
    expect(await refresh(at(25.02))).toBe(false);
    expect(await refresh(at(25.2))).toBe(true);
    expect(await refresh(at(25.4))).toBe(false);
    expect(stub.asked).toHaveLength(3);
  });

  it.each<[string, StubResponse]>([
    ["is not there", { status: 404, body: {} }],
    ["is something else", { body: { addresses: [] } }],
    ["does not come", { status: 500, body: {} }],
  ])("stays unchanged when the new one %s", async (_, broken) => {
    await refresh(now);
    response = broken;
    await expect(refresh(at(25))).rejects.toThrow();
    expect(await findDeliveryAddresses(dashboard.db)).toMatchObject({ addresses: ["203.0.113.7"] });
  });
});
