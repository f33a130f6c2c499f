import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import type { Session } from "@/lib/auth/sign-in/current-session";
import { containerRecord, named, shipmentRecord } from "@/lib/contract/fixtures";
import { findByNumber } from "@/lib/features/sharing/queries/find-by-number";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { users } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { type EmbedInput, embedInputSchema, listEmbeds, makeEmbed, openEmbed, revokeEmbed } from "./embeds";
import { embedAncestors } from "./frame-ancestors";

const NOW = new Date("2026-11-20T17:00:00Z");
const SITES = ["https://intranet.example.com", "http://dashboard.test:8080"];

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let session: Session;

beforeAll(async () => {
  dashboard = await openTestDashboard();
  const [user] = await dashboard.db
    .insert(users)
    .values({ email: "ana@example.com", role: "dispatcher" })
    .returning();
  session = { userId: user?.id ?? "", email: "ana@example.com", name: null, role: "dispatcher" };
  const records = [
    containerRecord("c-out", { current_status: "picked_up" }, { shipment: named("shipment", "s-1") }),
    containerRecord("c-here", { current_status: "available" }, { shipment: named("shipment", "s-1") }),
    shipmentRecord("s-1"),
  ];
  await dashboard.db.transaction((tx) => applyRecords(tx, records, { asOf: NOW, notificationId: null }));
});
afterAll(() => dashboard.close());

const requested = (more: object = {}) => ({
  label: "Our containers",
  about: { kind: "lookup" },
  view: "customer",
  charges: false,
  origins: SITES.join("\n"),
  ...more,
});
const make = (more: object = {}) => makeEmbed.unchecked(testContext(dashboard.db, session), requested(more));
const ancestors = (token: string, site: string | null = null) =>
  embedAncestors(dashboard.db, token, { site, now: NOW });

describe("an embed", () => {
  it("can be framed only by its sites, and by Drayboard for the preview", async () => {
    const { token } = await make();
    expect(await ancestors(token)).toEqual(SITES);
    expect(await ancestors(token, "cross-site")).toEqual(SITES);
    expect(await ancestors(token, "same-origin")).toEqual([...SITES, "'self'"]);
    expect(await ancestors("a".repeat(43))).toEqual(["'none'"]);
    expect(await ancestors("%0d%0aX: y", "same-origin")).toEqual(["'none'"]);
  });

  it("opens nothing and cannot be framed after it is revoked", async () => {
    const { id, token } = await make();
    expect(await openEmbed(dashboard.db, token, NOW)).toMatchObject({
      token: { id },
      settings: { origins: SITES },
    });
    expect(await revokeEmbed(testContext(dashboard.db, session, { now: NOW }), { id })).toBe(true);
    expect(await revokeEmbed(testContext(dashboard.db, session, { now: NOW }), { id })).toBe(false);
    expect(await openEmbed(dashboard.db, token, NOW)).toBeNull();
    expect(await ancestors(token, "same-origin")).toEqual(["'none'"]);
    const { rows } = await dashboard.pool.query(
      "select action, record_id, data from audit_entries order by id desc limit 2",
    );
    expect(rows).toEqual([
      { action: "embed.revoked", record_id: id, data: {} },
      {
        action: "embed.created",
        record_id: id,
        data: { label: "Our containers", about: "lookup", view: "customer", origins: SITES },
      },
    ]);
  });

  it("does not open with a token of another kind", async () => {
    const { id, token } = await make();
    await dashboard.pool.query("update access_tokens set kind = 'share' where id = $1", [id]);
    expect(await openEmbed(dashboard.db, token, NOW)).toBeNull();
  });

  it("stores the record of a number and rejects an unknown number", async () => {
    const about: EmbedInput["about"] = { kind: "container", number: "msku 480796-9" };
    const { token } = await make({ about, view: "driver", charges: true });
    const settings = { about: { kind: "container", id: "c-here" }, view: "driver", charges: false };
    expect(await openEmbed(dashboard.db, token, NOW)).toMatchObject({ settings });
    await expect(make({ about: { kind: "shipment", number: "MSKU4807969" } })).rejects.toMatchObject({
      code: "not_found",
      message: "No shipment found with the number “MSKU4807969”.",
    });
  });

  it("rejects a board filtered by unseen changes of one user", async () => {
    await expect(make({ about: { kind: "board", address: "queue=held&changed=1" } })).rejects.toMatchObject({
      code: "bad_input",
      message: expect.stringMatching(/Remove the “Unseen changes” filter first/),
    });
  });

  it("is listed with its sites and the address of its content", async () => {
    await make({ label: "Board", about: { kind: "board", address: "queue=held&view=x&cols=number" } });
    const [newest] = await listEmbeds(dashboard.db, NOW);
    expect(newest).toMatchObject({
      label: "Board",
      about: "Board",
      href: "/board?queue=held",
      origins: SITES,
      createdBy: "ana@example.com",
      state: "open",
      views: 0,
    });
  });

  it.each([
    "",
    "intranet.example.com",
    "https://*.example.com",
    "*",
    "'self'",
    "https://a.example.com/path",
    "https://user@a.example.com",
    "https://a.example.com?x",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://a.example.com;script-src",
    "null",
  ])("rejects the site %j", (origin) => {
    const read = embedInputSchema.safeParse(requested({ origins: `https://good.example.com ${origin}` }));
    if (origin === "") expect(embedInputSchema.safeParse(requested({ origins: " " })).success).toBe(false);
    else expect(read.success).toBe(false);
  });
});

describe("findByNumber", () => {
  it("finds an exact number and prefers a current container over one gated out", async () => {
    expect(await findByNumber(dashboard.db, "msku-4807969", "container")).toEqual({
      kind: "container",
      id: "c-here",
    });
    expect(await findByNumber(dashboard.db, "maeujak015053", "shipment")).toEqual({
      kind: "shipment",
      id: "s-1",
    });
    for (const number of ["", " ", "MSKU480796", "%", "JAK0150", "\0", "MSKU4807969'"])
      expect(await findByNumber(dashboard.db, number, "container"), number).toBeNull();
    for (const number of ["", "MAEUJAK01505", "%", "\0"])
      expect(await findByNumber(dashboard.db, number, "shipment"), number).toBeNull();
  });
});
