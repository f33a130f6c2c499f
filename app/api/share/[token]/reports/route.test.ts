import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { POST as addPhoto } from "@/app/api/share/[token]/photos/route";
import { bodyFrom } from "@/e2e/fuzz/bodies";
import { type AccessTokenKind, findAccessToken, makeAccessToken } from "@/lib/auth/tokens/access-tokens";
import { containerRecord, named, shipmentRecord } from "@/lib/contract/fixtures";
import { passcodeCookie, passcodeGiven } from "@/lib/features/sharing/links/passcode";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { db, pool } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import { openOwnDatabase } from "@/lib/platform/database/test-scratch-database";
import { openRng } from "@/lib/platform/seeded-random";
import { POST as report } from "./route";
import { POST as undo } from "./undo/route";

const { jar, logged } = vi.hoisted(() => ({ jar: new Map<string, string>(), logged: vi.fn() }));
vi.mock("next/headers", () => ({
  cookies: async () => ({ get: (name: string) => ({ value: jar.get(name) }) }),
  headers: async () => new Headers(),
}));
vi.mock("next/server", async (original) => ({ ...(await original<object>()), connection: async () => {} }));
vi.mock("@/lib/platform/log", () => {
  const silent = () => {};
  return {
    currentRequestId: () => undefined,
    hideInLog: silent,
    logger: () => ({ debug: silent, info: silent, warn: silent, error: logged }),
  };
});

let database: Awaited<ReturnType<typeof openOwnDatabase>>;
let userId = "";

beforeAll(async () => {
  database = await openOwnDatabase();
  const records = [
    containerRecord("c-1", { number: "MSKU1000001" }, { shipment: named("shipment", "s-1") }),
    shipmentRecord("s-1"),
  ];
  await db().transaction((tx) => applyRecords(tx, records, { asOf: new Date(), notificationId: null }));
  const [user] = await db()
    .insert(users)
    .values({ email: "ana@example.com", role: "dispatcher" })
    .returning();
  userId = user?.id ?? "";
});
afterAll(() => database.close());
beforeEach(() => {
  jar.clear();
  logged.mockReset();
});

const DRIVER = {
  about: { kind: "container", id: "c-1" },
  view: "driver",
  charges: false,
  reports: true,
  origins: ["https://intranet.example.com"],
};
type LinkOptions = { kind?: AccessTokenKind; settings?: object; endsInMs?: number; passcodeHash?: string };

async function makeLink({
  kind = "share",
  settings = {},
  endsInMs = 60_000,
  passcodeHash,
}: LinkOptions = {}) {
  const { token } = await makeAccessToken(db(), {
    kind,
    label: "Harbor Dray",
    settings: { ...DRIVER, ...settings },
    createdBy: userId,
    expiresAt: new Date(Date.now() + endsInMs),
    passcodeHash: passcodeHash ?? null,
  });
  return token;
}

const requestOf = (body: BodyInit, headers: Record<string, string> = {}, search = "") =>
  new Request(`http://127.0.0.1:3000/api/share/token/reports${search}`, {
    method: "POST",
    body,
    headers: { "sec-fetch-site": "same-origin", ...headers },
  });
const at = (token: string) => ({ params: Promise.resolve({ token }) });
const PICKED_UP = JSON.stringify({ step: "picked_up" });

async function send(route: typeof report, token: string, request = requestOf(PICKED_UP)) {
  const response = await route(request, at(token));
  return { status: response.status, body: await response.json(), headers: response.headers };
}
const stored = async () =>
  (
    await pool().query(`select (select count(*)::int from driver_reports) as reports,
      (select count(*)::int from driver_photos) as photos`)
  ).rows[0];

describe("a driver's request", () => {
  it("reports a step, adds a photo and undoes both", async () => {
    const token = await makeLink();
    const reported = await send(report, token);
    expect(reported).toMatchObject({ status: 200, body: { steps: [{ step: "picked_up", photos: 0 }] } });
    expect(reported.headers.get("cache-control")).toBe("no-store");
    const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#123456" } })
      .png()
      .toBuffer();
    const added = requestOf(new Uint8Array(photo), {}, "?step=picked_up");
    expect(await send(addPhoto, token, added)).toMatchObject({ body: { steps: [{ photos: 1 }] } });
    expect(await send(undo, token)).toMatchObject({ status: 200, body: { steps: [], ended: false } });
    expect(await stored()).toEqual({ reports: 0, photos: 0 });
  });

  it("counts once when it is sent 20 times at once", async () => {
    const token = await makeLink();
    const all = await Promise.all(Array.from({ length: 20 }, () => send(report, token)));
    expect(all.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await stored()).toEqual({ reports: 1, photos: 0 });
    await send(undo, token);
  });

  it.each<[string, LinkOptions | null, number]>([
    ["an unknown link", null, 404],
    ["an expired link", { endsInMs: -1 }, 404],
    ["a token of another kind", { kind: "embed" }, 404],
    ["a link for a customer", { settings: { view: "customer" } }, 403],
    ["a link without the right", { settings: { reports: false } }, 403],
    ["a link to a board", { settings: { about: { kind: "board", address: "" } } }, 403],
    ["a link whose passcode was not entered", { passcodeHash: "$scrypt$" }, 401],
  ])("is refused with %s before its body is read", async (_, options, status) => {
    const token = options ? await makeLink(options) : "A".repeat(43);
    for (const route of [report, undo, addPhoto]) {
      const request = requestOf(PICKED_UP, {}, "?step=picked_up");
      expect((await send(route, token, request)).status).toBe(status);
      expect(request.bodyUsed).toBe(false);
    }
    expect(await stored()).toEqual({ reports: 0, photos: 0 });
  });

  it("is accepted with the cookie of an entered passcode", async () => {
    const token = await makeLink({ passcodeHash: "$scrypt$" });
    const found = (await findAccessToken(db(), "share", token)) ?? expect.fail("no link");
    jar.set(passcodeCookie(found).name, passcodeGiven(found, new Date()));
    expect((await send(report, token)).status).toBe(200);
    await send(undo, token);
  });

  it("is refused from pages of other sites", async () => {
    const token = await makeLink();
    const headers = { "sec-fetch-site": "cross-site" };
    expect((await send(report, token, requestOf(PICKED_UP, headers))).status).toBe(403);
    expect(await stored()).toEqual({ reports: 0, photos: 0 });
  });

  it("is refused with 30 MB, announced or not", async () => {
    const token = await makeLink();
    const photo = new Uint8Array(30_000_000);
    photo.set([0xff, 0xd8, 0xff]);
    const announced = requestOf(photo, { "content-length": "30000000" }, "?step=picked_up");
    expect((await send(addPhoto, token, announced)).status).toBe(413);
    expect((await send(addPhoto, token, requestOf(photo, {}, "?step=picked_up"))).status).toBe(413);
    expect((await send(report, token, requestOf(photo))).status).toBe(413);
  });

  it("waits past the limit of its link, without an effect on others", async () => {
    const token = await makeLink();
    const statuses = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await send(undo, token)).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
    const refused = await send(report, token);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "too_many_tries" } } });
    expect(refused.headers.get("retry-after")).toBe("60");
    expect((await send(undo, await makeLink())).status).toBe(200);
    expect(await stored()).toEqual({ reports: 0, photos: 0 });
  });

  it("with any invalid body is refused as such, and nothing is stored", async () => {
    const token = await makeLink();
    const rng = openRng(20_261_120);
    const params = {
      names: ["step", "at", "token", "containerId"],
      values: ["sold", "2026-11-20T17:00:00Z"],
    };
    const routes = { report, undo, addPhoto };
    const found: Record<string, number> = {};
    for (let n = 0; n < 150; n += 1) {
      await pool().query("delete from feed_requests");
      const { type, bytes } = bodyFrom({ chance: rng, params, ids: ["c-1", "s-1"] });
      const [name, route] = rng.pick(Object.entries(routes));
      const search = rng.pick(["", "?step=picked_up", "?step=", "?step=a&step=b", "?step=%00"]);
      const headers: Record<string, string> = type === null ? {} : { "content-type": type };
      const { status, body } = await send(route, token, requestOf(new Uint8Array(bytes), headers, search));
      const key = `${name} ${status} ${body.error?.code}`;
      found[key] = (found[key] ?? 0) + 1;
      expect(body.error?.message.length).toBeGreaterThan(5);
    }
    expect(
      Object.keys(found).filter((key) => !/ (400 bad_input|409 changed_meanwhile|413 too_large)$/.test(key)),
    ).toEqual([]);
    expect(logged).not.toHaveBeenCalled();
    expect(await stored()).toEqual({ reports: 0, photos: 0 });
  });
});
