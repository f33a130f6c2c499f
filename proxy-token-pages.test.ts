import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeAccessToken, revokeAccessToken } from "@/lib/auth/tokens/access-tokens";
import { db } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import { openOwnDatabase } from "@/lib/platform/database/test-scratch-database";
import proxy from "./proxy";

describe("a page with a token", () => {
  const now = Date.now();
  let database: Awaited<ReturnType<typeof openOwnDatabase>>;
  let createdBy = "";

  beforeAll(async () => {
    database = await openOwnDatabase();
    const user = { email: "maker@example.com", passwordHash: "x", role: "admin" as const };
    const [created] = await db().insert(users).values(user).returning({ id: users.id });
    createdBy = created?.id ?? "";
  });
  afterAll(() => database.close());
  const KINDS = ["share", "embed", "wall", "invite", "order"] as const;
  async function statusOf(path: string, method = "GET") {
    const request = new NextRequest(`http://127.0.0.1:3000${path}`, { method });
    const response = await proxy(Object.assign(request, { nextauth: { token: null } }));
    if (!(response instanceof Response)) throw new Error("the proxy gave no answer");
    return response.headers.get("x-page-status");
  }

  async function makeToken(kind: (typeof KINDS)[number], expiresAt: Date | null) {
    return makeAccessToken(db(), { kind, label: "a token", settings: {}, createdBy, expiresAt });
  }

  it.each(KINDS)("of kind %s returns 404 when it never existed, and 410 when it has ended", async (kind) => {
    const open = await makeToken(kind, new Date(now + 60_000));
    const expired = await makeToken(kind, new Date(now - 60_000));
    const revoked = await makeToken(kind, null);
    await revokeAccessToken(db(), revoked.id, [kind], new Date());
    expect(await statusOf(`/${kind}/${open.token}`)).toBeNull();
    expect(await statusOf(`/${kind}/${expired.token}`)).toBe("410");
    expect(await statusOf(`/${kind}/${revoked.token}`)).toBe("410");
    expect(await statusOf(`/${kind}/${"A".repeat(43)}`)).toBe("404");
    expect(await statusOf(`/${kind}/short`)).toBe("404");
    const [other = "share"] = KINDS.filter((one) => one !== kind);
    expect(await statusOf(`/${other}/${open.token}`)).toBe("404");
  });

  it("keeps the status of a posted action", async () => {
    expect(await statusOf(`/share/${"A".repeat(43)}`, "POST")).toBeNull();
  });
});
