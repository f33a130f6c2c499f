import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import type { Session } from "@/lib/auth/sign-in/current-session";
import { FEED_LIMITS, openFeedRequests } from "@/lib/auth/throttling/feed-rate-limit";
import { findAccessToken, makeAccessToken } from "@/lib/auth/tokens/access-tokens";
import { countRows } from "@/lib/features/board/queries/board";
import { EVERYTHING } from "@/lib/features/board/rules/board-address";
import { readApiContainers } from "@/lib/features/feeds/queries/api-containers";
import { openFeed } from "@/lib/features/feeds/queries/open-feed";
import { readWallboard } from "@/lib/features/feeds/queries/wallboard";
import { saveView } from "@/lib/features/saved-views/commands";
import { openTestAccount } from "@/lib/features/test-account";
import { readBoardFeed } from "./feed-settings";
import {
  apiTokenSchema,
  boardFeedSchema,
  listFeeds,
  makeApiToken,
  makeBoardFeed,
  revokeApiToken,
  revokeFeed,
} from "./feeds";

const NOW = new Date("2026-11-20T17:00:00Z");
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;
let ana: Session;
let ben: Session;
beforeAll(async () => {
  dashboard = await openTestAccount();
  const session = ({ userId }: { userId: string }, name: string): Session => ({
    userId,
    email: `${name.toLowerCase()}@example.com`,
    name,
    role: "admin",
  });
  ana = session(dashboard.ana, "Ana");
  ben = session(dashboard.ben, "Ben");
});
afterAll(() => dashboard.close());

const requested = { kind: "calendar", label: "Deadlines", viewId: "", life: "30" } as const;
const open = (kind: "calendar" | "wall" | "api", token: string, now = NOW) =>
  openFeed({ db: dashboard.db, requests: openFeedRequests(dashboard.pool) }, kind, token, now);

describe("feed request", () => {
  it.each<[object, string]>([
    [{ label: "" }, "label"],
    [{ label: " \n " }, "label"],
    [{ label: "x".repeat(81) }, "label"],
    [{ label: "a\0b" }, "label"],
    [{ kind: "api" }, "kind"],
    [{ kind: "share" }, "kind"],
    [{ viewId: "mine" }, "viewId"],
    [{ life: "400" }, "life"],
    [{ life: undefined }, "life"],
  ])("is rejected: %j", (over, field) => {
    const read = boardFeedSchema.safeParse({ ...requested, ...over });
    expect(read.error?.issues[0]?.path).toEqual([field]);
  });

  it("has its name normalized to one line", () => {
    expect(apiTokenSchema.parse({ label: " Rates\r\nsheet\u2028 2 ", life: "never" }).label).toBe(
      "Rates sheet 2",
    );
  });
});

describe("feed token", () => {
  it("is stored as a hash, opens only its own kind, and is not part of the list", async () => {
    const { id, token } = await makeBoardFeed(testContext(dashboard.db, ana, { now: NOW }), { ...requested });
    expect(await open("calendar", token)).toMatchObject({ state: "open", token: { id } });
    expect(await open("wall", token)).toEqual({ state: "unknown" });
    expect(await open("api", token)).toEqual({ state: "unknown" });
    const listed = await listFeeds(dashboard.db, NOW);
    expect(listed).toMatchObject([
      { id, kind: "calendar", label: "Deadlines", shows: null, createdBy: "Ana", state: "open", views: 1 },
    ]);
    expect(JSON.stringify(listed)).not.toContain(token);
    const { rows } = await dashboard.pool.query("select t::text as row from access_tokens t");
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("is unknown when it was not issued", async () => {
    for (const created of [
      "",
      "short",
      "x".repeat(43),
      "../../etc/passwd",
      `${"x".repeat(42)}\0`,
      "x".repeat(5_000),
    ])
      expect(await open("calendar", created), created).toEqual({ state: "unknown" });
  });

  it("ends at its expiry and at its revocation, and reports which", async () => {
    const { id, token } = await makeBoardFeed(testContext(dashboard.db, ana, { now: NOW }), {
      ...requested,
      kind: "wall",
    });
    expect(await open("wall", token, days(29.9))).toMatchObject({ state: "open" });
    expect(await open("wall", token, days(30))).toMatchObject({
      state: "ended",
      text: expect.stringMatching(/has expired/),
    });
    await revokeFeed(testContext(dashboard.db, ben, { now: NOW }), { id });
    expect(await open("wall", token)).toMatchObject({
      state: "ended",
      text: expect.stringMatching(/was revoked/),
    });
    await expect(revokeFeed(testContext(dashboard.db, ben, { now: NOW }), { id })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("is not counted as read when it opened nothing", async () => {
    const { id, token } = await makeBoardFeed(testContext(dashboard.db, ana, { now: NOW }), { ...requested });
    await open("calendar", token, days(31));
    expect((await listFeeds(dashboard.db, NOW)).find((feed) => feed.id === id)).toMatchObject({
      views: 0,
      lastSeenAt: null,
    });
  });

  it("of a program cannot be revoked with the right to share alone", async () => {
    const { id, token } = await makeApiToken(testContext(dashboard.db, ana, { now: NOW }), {
      label: "Rates",
      life: "never",
    });
    await expect(revokeFeed(testContext(dashboard.db, ben, { now: NOW }), { id })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await open("api", token, days(5_000))).toMatchObject({ state: "open" });
    await revokeApiToken(testContext(dashboard.db, ana, { now: NOW }), { id });
    expect(await open("api", token)).toMatchObject({ state: "ended" });
  });

  it("leaves other tokens unchanged, such as invitations", async () => {
    const created = await makeAccessToken(dashboard.db, {
      kind: "invite",
      label: "Somebody",
      settings: {},
      createdBy: ana.userId,
      expiresAt: null,
    });
    await expect(
      revokeApiToken(testContext(dashboard.db, ana, { now: NOW }), { id: created.id }),
    ).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await findAccessToken(dashboard.db, "invite", created.token)).toMatchObject({ revokedAt: null });
    expect((await listFeeds(dashboard.db, NOW)).map(({ id }) => id)).not.toContain(created.id);
  });

  it("is limited to a number of requests, separately for each token", async () => {
    const requests = openFeedRequests(dashboard.pool, {
      ...FEED_LIMITS,
      calendar: { requests: 2, seconds: 600 },
    });
    const [one, other] = [
      await makeBoardFeed(testContext(dashboard.db, ana, { now: NOW }), { ...requested }),
      await makeBoardFeed(testContext(dashboard.db, ana, { now: NOW }), { ...requested }),
    ];
    const read = (token: string) => openFeed({ db: dashboard.db, requests }, "calendar", token, NOW);
    expect(await read(one.token)).toMatchObject({ state: "open" });
    expect(await read(one.token)).toMatchObject({ state: "open" });
    const refused = await read(one.token);
    expect(refused).toMatchObject({ state: "wait" });
    expect(refused.state === "wait" && refused.seconds).toBeGreaterThan(500);
    expect(await read(other.token)).toMatchObject({ state: "open" });
  });

  it("is recorded when it is created and revoked, without the token itself", async () => {
    const { id, token } = await makeBoardFeed(testContext(dashboard.db, ben, { now: NOW }), {
      ...requested,
      label: "Recorded",
    });
    await revokeFeed(testContext(dashboard.db, ana, { now: NOW }), { id });
    const { rows } = await dashboard.pool.query<{ action: string; actor: string; data: unknown }>(
      "select action, actor, data from audit_entries where record_id = $1 order by id",
      [id],
    );
    expect(rows).toMatchObject([
      { action: "calendar.created", actor: "ben@example.com", data: { label: "Recorded", days: 30 } },
      { action: "feed.revoked", actor: "ana@example.com" },
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe("view of a feed", () => {
  it("is copied without the settings of one user, and survives the deletion of the view", async () => {
    const view = await saveView(testContext(dashboard.db, ana), {
      name: "Held",
      address: "queue=held&group=line&cols=container&hold=customs",
      shared: true,
    });
    const { token } = await makeBoardFeed(testContext(dashboard.db, ben, { now: NOW }), {
      ...requested,
      viewId: view.id,
    });
    await dashboard.pool.query("delete from views where id = $1", [view.id]);
    const opened = await open("calendar", token);
    const settings = opened.state === "open" ? readBoardFeed(opened.token.settings) : null;
    expect(settings).toMatchObject({
      address: "queue=held&hold=customs",
      viewName: "Held",
      query: { queue: "held", changed: false, group: null },
    });
  });

  it("is rejected when it is another user's private view", async () => {
    const view = await saveView(testContext(dashboard.db, ana), {
      name: "Mine",
      address: "queue=held",
      shared: false,
    });
    await expect(
      makeBoardFeed(testContext(dashboard.db, ben, { now: NOW }), { ...requested, viewId: view.id }),
    ).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("is rejected when narrowed to the unseen changes of one user", async () => {
    const view = await saveView(testContext(dashboard.db, ana), {
      name: "News",
      address: "queue=held&changed=1",
      shared: true,
    });
    await expect(
      makeBoardFeed(testContext(dashboard.db, ana, { now: NOW }), { ...requested, viewId: view.id }),
    ).rejects.toMatchObject({
      code: "bad_input",
      message: /Remove the “Unseen changes” filter first/,
    });
  });

  it.each<[unknown]>([
    [null],
    ["x"],
    [{}],
    [{ address: 4 }],
    [{ address: "changed=1" }],
    [{ address: "queue=nonsense&hold=%00" }],
  ])("opens nothing with settings that cannot be parsed: %j", async (settings) => {
    expect(readBoardFeed(settings).query).toBeNull();
    for (const kind of ["calendar", "wall"] as const) {
      const { id, token } = await makeBoardFeed(testContext(dashboard.db, ana, { now: NOW }), {
        ...requested,
        kind,
      });
      await dashboard.pool.query("update access_tokens set settings = $2 where id = $1", [
        id,
        JSON.stringify(settings),
      ]);
      expect(await open(kind, token)).toMatchObject({
        state: "ended",
        text: expect.stringMatching(/Ask the dispatch office for a new one/),
      });
      const listed = (await listFeeds(dashboard.db, NOW)).find((feed) => feed.id === id);
      expect(listed).toMatchObject({ readable: false });
    }
  });
});

describe("wallboard content", () => {
  it("contains containers with an applicable deadline, earliest first, without internal data", async () => {
    await dashboard.tell({ import_deadlines: { pickup_lfd_terminal: "2026-11-26T07:59:00Z" } });
    await dashboard.tell(
      { number: "MSKU1111111", import_deadlines: { pickup_lfd_terminal: "2026-11-22T07:59:00Z" } },
      "c-2",
    );
    await dashboard.tell({ number: "MSKU2222222", pod_full_out_at: "2026-11-19T07:59:00Z" }, "c-3");
    await dashboard.pool.query(
      "insert into planned_moves (container_id, note) values ('c-1', 'Ask Joe, he owes us')",
    );
    await dashboard.tell({ seal_number: "S-2" });
    const data = await readWallboard(dashboard.db, EVERYTHING, "build-1", NOW);
    expect(data).toMatchObject({ build: "build-1", asOf: NOW.toISOString(), zones: ["America/Los_Angeles"] });
    expect(data.containers.map(({ number }) => number)).toEqual(["MSKU1111111", "MSKU4807969"]);
    expect(data.containers[0]).toMatchObject({
      holds: ["customs"],
      deadline: { governing: { on: "2026-11-21" } },
    });
    expect(data.counts.all).toBe(3);
    expect(JSON.stringify(data)).not.toContain("Joe");
    const one = { ...EVERYTHING, numbers: ["MSKU4807969"] };
    expect((await readWallboard(dashboard.db, one, "b", NOW)).containers).toHaveLength(1);
  });

  it("is found by numbers, never by names or notes, as with the read API", async () => {
    const found = async (q: string) => [
      (await readWallboard(dashboard.db, { ...EVERYTHING, q }, "b", NOW)).containers.length,
      (await readApiContainers(dashboard.db, { ...EVERYTHING, q }, { number: 1, size: 10 }, NOW)).total,
    ];
    expect(await found("MSKU4807969")).toEqual([1, 1]);
    for (const q of ["owes", "apm"]) {
      expect(await found(q), q).toEqual([0, 0]);
      expect(await countRows(dashboard.db, { ...EVERYTHING, q }, NOW, ana.userId), q).toBeGreaterThan(0);
      const view = { name: q, shared: false, address: `q=${q}` };
      const { id: viewId } = await saveView(testContext(dashboard.db, ana), view);
      const feed = { ...requested, viewId };
      await expect(makeBoardFeed(testContext(dashboard.db, ana), feed)).rejects.toMatchObject({
        code: "bad_input",
        message: expect.stringMatching(/^Others can search numbers only/),
      });
    }
  });
});
