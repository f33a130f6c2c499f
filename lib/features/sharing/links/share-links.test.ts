import { scryptSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import type { Session } from "@/lib/auth/sign-in/current-session";
import { containerRecord, named, shipmentRecord, terminalRecord } from "@/lib/contract/fixtures";
import { loadContainerPage } from "@/lib/features/containers/queries/container-page";
import { versionOf } from "@/lib/features/sharing/queries/page-version";
import { readShared } from "@/lib/features/sharing/queries/read-shared";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { users } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { passcodeGiven } from "./passcode";
import { listShareLinks, makeShareLink, revokeShareLink, shareInputSchema, visitShare } from "./share-links";
import { tryPasscode } from "./verify-passcode";

const NOW = new Date("2026-11-20T17:00:00Z");
const DAY_MS = 86_400_000;
const CONTAINERS = 60;

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let session: Session;

beforeAll(async () => {
  dashboard = await openTestDashboard();
  const [user] = await dashboard.db
    .insert(users)
    .values({ email: "ana@example.com", name: "Ana", role: "dispatcher" })
    .returning();
  session = { userId: user?.id ?? "", email: "ana@example.com", name: "Ana", role: "dispatcher" };
  const containers = Array.from({ length: CONTAINERS }, (_, n) =>
    containerRecord(
      `c-${n}`,
      {
        number: `MSKU${1_000_000 + n}`,
        current_status: n < 55 ? "available" : "picked_up",
        available_for_pickup: true,
        pod_discharged_at: "2026-11-14T18:00:00Z",
      },
      { shipment: named("shipment", n < 3 ? "s-1" : "s-2"), pod_terminal: named("terminal", "t-1") },
    ),
  );
  const rest = [
    shipmentRecord("s-1", { customer_name: "Lakin" }),
    shipmentRecord("s-2", { bill_of_lading_number: "MAEU2", normalized_number: "2", customer_name: "Other" }),
    terminalRecord("t-1", "Maher"),
  ];
  const origin = { asOf: NOW, notificationId: null };
  await dashboard.db.transaction((tx) => applyRecords(tx, [...containers, ...rest], origin));
});
afterAll(() => dashboard.close());

type ShareInput = Parameters<typeof makeShareLink>[1];
const requested = (more: Partial<ShareInput> = {}): ShareInput => ({
  about: { kind: "container", id: "c-1" },
  view: "customer",
  charges: false,
  label: "For Lakin",
  days: 7,
  passcode: "",
  ...more,
});
const make = (more: Partial<ShareInput> = {}, now = NOW) =>
  makeShareLink(testContext(dashboard.db, session, { now }), requested(more));
const visit = (token: string, now = NOW, cookie?: string) =>
  visitShare(dashboard.db, token, () => cookie, now);
const show = async (token: string, page = 1) => {
  const found = await visit(token);
  if (found.state !== "open") throw new Error(found.state);
  const readContainer = (id: string) => loadContainerPage(dashboard.db, id);
  return readShared(dashboard.db, found.settings, { page, now: NOW, readContainer });
};

describe("a share link", () => {
  it("opens its content until it expires and is recorded without its token", async () => {
    const { id, token } = await make();
    expect(await visit(token)).toMatchObject({ state: "open", token: { id, label: "For Lakin" } });
    expect(await visit(token, new Date(NOW.getTime() + 7 * DAY_MS - 1))).toMatchObject({ state: "open" });
    expect(await visit(token, new Date(NOW.getTime() + 7 * DAY_MS))).toEqual({ state: "expired" });
    const { rows } = await dashboard.pool.query(
      "select action, actor, record_id, data from audit_entries order by id desc limit 1",
    );
    expect(rows[0]).toEqual({
      action: "share_link.created",
      actor: "ana@example.com",
      record_id: id,
      data: {
        label: "For Lakin",
        about: "MSKU 100000 1",
        view: "customer",
        days: 7,
        passcode: false,
      },
    });
    const { rows: stored } = await dashboard.pool.query(
      "select row_to_json(t)::text as text from access_tokens t",
    );
    for (const { text } of stored) expect(text).not.toContain(token);
  });

  it("opens nothing once revoked and cannot be revoked twice", async () => {
    const { id, token } = await make();
    expect(await revokeShareLink(testContext(dashboard.db, session, { now: NOW }), { id })).toBe(true);
    expect(await visit(token)).toEqual({ state: "revoked" });
    expect(await revokeShareLink(testContext(dashboard.db, session, { now: NOW }), { id })).toBe(false);
    // A link that is both revoked and expired is reported as revoked.
    expect(await visit(token, new Date(NOW.getTime() + 9 * DAY_MS))).toEqual({ state: "revoked" });
  });

  it.each(["", "x", "a".repeat(43), `${"a".repeat(42)}\0`, "../../board", "%"])(
    "is unknown for the token %j",
    async (token) => expect(await visit(token)).toEqual({ state: "unknown" }),
  );

  it("does not open with a token of another kind", async () => {
    const { token } = await make();
    await dashboard.pool.query("update access_tokens set kind = 'wall'");
    expect(await visit(token)).toEqual({ state: "unknown" });
    await dashboard.pool.query("update access_tokens set kind = 'share'");
  });

  it.each([
    [{ about: { kind: "container", id: "nobody's" } }],
    [{ about: { kind: "shipment", id: "c-1" } }],
  ] as const)("rejects an unknown record: %o", async (more) => {
    await expect(make(more)).rejects.toMatchObject({ code: "not_found" });
  });

  it.each([
    { label: " " },
    { label: "a\0b" },
    { days: 0 },
    { days: 366 },
    { days: 1.5 },
    { passcode: "12345" },
    { view: "dashboard" },
    { about: { kind: "everything" } },
    { about: { kind: "container", id: "" } },
  ])("rejects %o", (more) => {
    expect(shareInputSchema.safeParse({ ...requested(), ...more }).success).toBe(false);
  });

  it("is listed with its content, its creator and its state", async () => {
    const later = new Date(NOW.getTime() + 2 * DAY_MS);
    const { id } = await make({
      days: 1,
      view: "driver",
      charges: true,
      about: { kind: "shipment", id: "s-1" },
    });
    const entry = (await listShareLinks(dashboard.db, later)).find((each) => each.id === id);
    expect(entry).toMatchObject({
      about: "Shipment MAEUJAK015053",
      href: "/shipments/s-1",
      view: "driver",
      charges: false,
      createdBy: "Ana",
      state: "expired",
      views: 0,
      lastSeenAt: null,
      passcode: false,
    });
  });
});

describe("shared content", () => {
  it("rejects a board filtered by unseen changes of one user", async () => {
    const requested = make({ about: { kind: "board", address: "customer=Other&changed=1" } });
    await expect(requested).rejects.toMatchObject({
      code: "bad_input",
      message: expect.stringMatching(/Remove the “Unseen changes” filter first/),
    });
  });

  it("of a search is what its numbers find, and a search that finds names is rejected", async () => {
    const { token } = await make({ about: { kind: "board", address: "q=MSKU100000" } });
    expect(await show(token)).toMatchObject({ total: 10 });
    const byName = make({ about: { kind: "board", address: "q=lakin" } });
    await expect(byName).rejects.toMatchObject({
      code: "bad_input",
      message: "Others can search numbers only. Replace the search “lakin” with filters first.",
    });
    await dashboard.pool.query(
      "update access_tokens set settings = jsonb_set(settings, '{about,address}', to_jsonb('q=lakin'::text))",
    );
    expect(await show(token)).toMatchObject({ total: 0, rows: [] });
  });

  it.each(["queue=nonsense", "changed=1", "hold=customs&depot=1"])(
    "is null when the stored filter is invalid: %s",
    async (address) => {
      const { id, token } = await make({ about: { kind: "board", address: "customer=Other" } });
      await dashboard.pool.query(
        "update access_tokens set settings = jsonb_set(settings, '{about,address}', to_jsonb($2::text)) where id = $1",
        [id, address],
      );
      expect(await show(token)).toBeNull();
      const listed = (await listShareLinks(dashboard.db, NOW)).find((link) => link.id === id);
      expect(listed).toMatchObject({ about: "Board with invalid filters. Create a new one." });
    },
  );

  it("is one container, or the containers of one shipment only", async () => {
    const container = await show((await make()).token);
    expect(container).toMatchObject({
      kind: "container",
      container: { number: "MSKU1000001", terminal: "Maher" },
    });
    const shipment = await show((await make({ about: { kind: "shipment", id: "s-1" } })).token);
    expect(shipment).toMatchObject({ kind: "shipment", number: "MAEUJAK015053" });
    expect(shipment?.kind === "shipment" && shipment.rows.map(({ number }) => number)).toEqual([
      "MSKU1000000",
      "MSKU1000001",
      "MSKU1000002",
    ]);
    expect(JSON.stringify([container, shipment])).not.toMatch(/Lakin|Other/);
  });

  it("is the stored filter of a board page by page and cannot be widened by the address", async () => {
    const address = "queue=all&customer=Other&status=available&view=0b9fbe64-2a63-4a8e-9a0c-5f5f2c3d1e77";
    const { token } = await make({ about: { kind: "board", address } });
    const pages = [await show(token, 1), await show(token, 2), await show(token, 99)];
    expect(pages).toMatchObject([
      { kind: "board", total: 52, page: 1, pages: 2 },
      { page: 2, pages: 2 },
      { page: 2, pages: 2 },
    ]);
    const rows = pages.slice(0, 2).flatMap((page) => (page?.kind === "board" ? page.rows : []));
    expect(new Set(rows.map(({ number }) => number)).size).toBe(52);
    const found = await visit(token);
    expect(found).toMatchObject({ settings: { about: { address: "customer=Other&status=available" } } });
  });

  it("is null once the record is deleted", async () => {
    const { token } = await make({ about: { kind: "container", id: "c-59" } });
    await dashboard.pool.query("delete from containers where id = 'c-59'");
    expect(await show(token)).toBeNull();
  });

  it("has a version that changes only with the content", async () => {
    const { token } = await make({ about: { kind: "container", id: "c-2" } });
    const before = versionOf(await show(token));
    expect(versionOf(await show(token))).toBe(before);
    const origin = { asOf: new Date(NOW.getTime() + 60_000), notificationId: null };
    const changed = containerRecord(
      "c-2",
      { number: "MSKU1000002", pickup_lfd: "2026-11-25T05:00:00Z" },
      { shipment: named("shipment", "s-1"), pod_terminal: named("terminal", "t-1") },
    );
    await dashboard.db.transaction((tx) => applyRecords(tx, [changed], origin));
    expect(versionOf(await show(token))).not.toBe(before);
  });
});

/** A fast hash for a test with many attempts. */
function cheapHash(passcode: string): string {
  const salt = Buffer.alloc(16, 7);
  const key = scryptSync(passcode, salt, 32, { N: 16, r: 1, p: 1 });
  const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return `$scrypt$ln=4,r=1,p=1$${text(salt)}$${text(key)}`;
}

describe("a passcode", { timeout: 60_000 }, () => {
  const tryIt = (token: string, passcode: string, address = "192.0.2.1") =>
    tryPasscode(dashboard.db, dashboard.pool, { token, passcode }, { address, now: NOW });

  it("is required unless it was entered recently in this browser for this link", async () => {
    const { token } = await make({ passcode: "open sesame" });
    const locked = await visit(token);
    if (locked.state !== "locked") throw new Error(locked.state);
    expect(await tryIt(token, "open sesam")).toEqual({ state: "refused" });
    expect(await tryIt(token, "open sesame")).toMatchObject({
      state: "good",
      token: { id: locked.token.id },
    });
    const cookie = passcodeGiven(locked.token, NOW);
    expect(await visit(token, NOW, cookie)).toMatchObject({ state: "open" });
    expect(await visit(token, new Date(NOW.getTime() + 5 * 3_600_000), cookie)).toMatchObject({
      state: "locked",
    });
    const other = await make({ passcode: "open sesame" });
    expect(await visit(other.token, NOW, cookie)).toMatchObject({ state: "locked" });
    expect(await visit(token, NOW, `${cookie.slice(0, -2)}AA`)).toMatchObject({ state: "locked" });
    await dashboard.pool.query("update access_tokens set passcode_hash = 'another' where id = $1", [
      locked.token.id,
    ]);
    expect(await visit(token, NOW, cookie)).toMatchObject({ state: "locked" });
  });

  it("opens no link that is expired, revoked, unknown or without a passcode", async () => {
    const revoked = await make({ passcode: "open sesame" });
    await revokeShareLink(testContext(dashboard.db, session, { now: NOW }), { id: revoked.id });
    const expired = await make({ passcode: "open sesame", days: 1 }, new Date(NOW.getTime() - 2 * DAY_MS));
    const without = await make();
    for (const token of [revoked.token, expired.token, without.token, "a".repeat(43)])
      expect(await tryIt(token, "open sesame", "192.0.2.2")).toEqual({ state: "refused" });
    for (const input of [null, {}, { token: revoked.token }, { token: 1, passcode: 2 }])
      expect(
        await tryPasscode(dashboard.db, dashboard.pool, input, { address: "192.0.2.2", now: NOW }),
      ).toEqual({
        state: "refused",
      });
  });

  it("allows ten attempts per address", async () => {
    const { id, token } = await make();
    await dashboard.pool.query("update access_tokens set passcode_hash = $2 where id = $1", [
      id,
      cheapHash("open sesame"),
    ]);
    const attempts = [];
    for (let n = 0; n < 11; n += 1) attempts.push((await tryIt(token, `guess ${n}`, "192.0.2.3")).state);
    expect(attempts).toEqual([...Array(10).fill("refused"), "throttled"]);
    expect(await tryIt(token, "open sesame", "192.0.2.3")).toMatchObject({ state: "throttled" });
    expect(await tryIt(token, "open sesame", "192.0.2.4")).toMatchObject({ state: "good" });
  });
});
