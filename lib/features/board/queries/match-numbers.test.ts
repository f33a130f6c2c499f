import { afterAll, beforeAll, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { type AccessTokenKind, makeAccessToken, revokeAccessToken } from "@/lib/auth/tokens/access-tokens";
import { openTestAccount } from "@/lib/features/test-account";
import { keepNumberList, listMissing, reportNumberList } from "./match-numbers";

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;

beforeAll(async () => {
  dashboard = await openTestAccount();
  await dashboard.tell({ number: "MSKU4807969" });
});
afterAll(() => dashboard.close());

it("reports the found numbers, missing numbers and unreadable lines of a stored list", async () => {
  const pasted = { text: "MSKU 480796 9\ntotal\nTCLU6718152\n\nMSKU4807969" };
  const id = await keepNumberList(testContext(dashboard.db, dashboard.ana), pasted);
  expect(await reportNumberList(dashboard.db, id)).toEqual({
    requestedCount: 2,
    found: 1,
    missing: ["TCLU6718152"],
    unreadable: [{ line: 2, text: "total" }],
    unreadableCount: 1,
    lines: 5,
  });
  await dashboard.tell({ number: "TCLU6718152" }, "c-2");
  expect(await reportNumberList(dashboard.db, id)).toMatchObject({ found: 2, missing: [] });
});

it("stores 50,000 lines including invalid ones, and counts the unlisted ones", async () => {
  const lines = Array.from({ length: 50_000 }, (_, at) =>
    at % 4 ? `ABCU${2_000_000 + at}` : `'; drop table ${at} "\\`,
  );
  const id = await keepNumberList(testContext(dashboard.db, dashboard.ana), {
    text: ["MSKU4807969", ...lines.slice(1)].join("\n"),
  });
  const report = await reportNumberList(dashboard.db, id);
  expect(report).toMatchObject({ requestedCount: 37_501, found: 1, unreadableCount: 12_499, lines: 50_000 });
  expect(report.unreadable).toHaveLength(1_000);
  expect(report.missing).toHaveLength(37_500);
});

it("rejects a list that is no longer stored", async () => {
  await expect(reportNumberList(dashboard.db, "11111111-2222-4333-8444-555555555555")).rejects.toMatchObject({
    code: "not_found",
  });
});

it("deletes old lists, except lists used by a view", async () => {
  const pasted = { text: "MSKU4807969" };
  const [old, named] = [
    await keepNumberList(testContext(dashboard.db, dashboard.ana), pasted),
    await keepNumberList(testContext(dashboard.db, dashboard.ana), pasted),
  ];
  await dashboard.pool.query(
    "update number_lists set created_at = now() - interval '100 days' where id in ($1, $2)",
    [old, named],
  );
  await dashboard.pool.query("insert into views (owner_id, name, address) values ($1, 'Old', $2)", [
    dashboard.ana.userId,
    `list=${named}`,
  ]);
  await keepNumberList(testContext(dashboard.db, dashboard.ben), pasted);
  expect(await reportNumberList(dashboard.db, named)).toMatchObject({ found: 1 });
  await expect(reportNumberList(dashboard.db, old)).rejects.toMatchObject({ code: "not_found" });
});

it("keeps a list that an active token shows", async () => {
  const pasted = { text: "MSKU4807969" };
  const give = async (kind: AccessTokenKind, expiresAt: Date | null = null) => {
    const list = await keepNumberList(testContext(dashboard.db, dashboard.ana), pasted);
    const address = `list=${list}`;
    const settings =
      kind === "share" || kind === "embed" ? { about: { kind: "board", address } } : { address };
    const input = { kind, label: kind, settings, createdBy: dashboard.ana.userId, expiresAt };
    return { list, ...(await makeAccessToken(dashboard.db, input)) };
  };
  const status = [
    await give("share", new Date(Date.now() + 86_400_000)),
    await give("embed"),
    await give("calendar"),
    await give("wall"),
    await give("api"),
  ];
  const revoked = await give("calendar");
  await revokeAccessToken(dashboard.db, revoked.id, ["calendar"], new Date());
  const ended = [revoked, await give("share", new Date(0))];
  await dashboard.pool.query("update number_lists set created_at = now() - interval '100 days'");
  await keepNumberList(testContext(dashboard.db, dashboard.ben), pasted);
  for (const { list } of status)
    expect(await reportNumberList(dashboard.db, list)).toMatchObject({ found: 1 });
  for (const { list } of ended)
    await expect(reportNumberList(dashboard.db, list)).rejects.toMatchObject({ code: "not_found" });
});

it("lists missing numbers in the requested order", async () => {
  expect(await listMissing(dashboard.db, ["ZZZU1", "MSKU4807969", "AAAU1"])).toEqual(["ZZZU1", "AAAU1"]);
  expect(await listMissing(dashboard.db, [])).toEqual([]);
});
