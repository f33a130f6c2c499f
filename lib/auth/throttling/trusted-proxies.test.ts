import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createFirstUser } from "@/lib/auth/accounts/users";
import { runBeforeNext } from "@/lib/auth/http-server/request-steps";
import { signInWithCredentials } from "@/lib/auth/sign-in/verify-credentials";
import { db } from "@/lib/platform/database/client";
import { openOwnDatabase } from "@/lib/platform/database/test-scratch-database";
import { installedNginx, startNginx } from "@/scripts/test/nginx";
import { recordPeerAddresses } from "./client-address";

const EMAIL = "dispatch@example.com";
const PASSWORD = "pull-the-right-one-today";
const ATTACKER = "127.0.0.51";
const DISPATCHER = "127.0.0.52";
/** The number of wrong attempts of one address that are checked. */
const ATTEMPTS = 100;

const headersOf = ({ headers }: IncomingMessage) => ({
  get: (name: string) => headers[name.toLowerCase()]?.toString() ?? null,
});

/** A server that signs in and responds with the outcome. */
const dashboard = createServer((message, response) => {
  const { searchParams } = new URL(message.url ?? "/", "http://127.0.0.1");
  void signInWithCredentials(Object.fromEntries(searchParams), headersOf(message)).then(({ kind }) =>
    response.end(kind),
  );
});

describe.skipIf(!installedNginx())("behind nginx on another address", () => {
  let database: Awaited<ReturnType<typeof openOwnDatabase>>;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let direct = "";

  beforeAll(async () => {
    vi.stubEnv("TRUSTED_PROXIES", "127.0.0.2/32");
    database = await openOwnDatabase();
    await createFirstUser(db(), { email: EMAIL, password: PASSWORD });
    runBeforeNext(recordPeerAddresses());
    await new Promise<void>((listening) => dashboard.listen(0, "127.0.0.1", listening));
    direct = `http://127.0.0.1:${(dashboard.address() as AddressInfo).port}`;
    nginx = await startNginx({ upstream: direct, bind: "127.0.0.2" });
  });
  afterAll(async () => {
    await nginx?.stop();
    dashboard.close();
    await database?.close();
  });

  type From = { localAddress: string; through?: string; forwarded?: string };
  const signIn = (email: string, password: string, { localAddress, through, forwarded }: From) =>
    new Promise<string>((resolve, reject) => {
      const url = `${through ?? nginx.url}/?${new URLSearchParams({ email, password })}`;
      const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
      request(url, { localAddress, headers, agent: false }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve(text));
      })
        .once("error", reject)
        .end();
    });

  it("101 wrong attempts lock out one client and no other", async () => {
    for (let number = 0; number < ATTEMPTS; number += 1)
      expect(await signIn(`nobody-${number}@example.com`, "wrong", { localAddress: ATTACKER })).toBe(
        "refused",
      );
    expect(await signIn(EMAIL, PASSWORD, { localAddress: ATTACKER })).toBe("throttled");
    // The entries the client sends precede the entry nginx adds.
    for (const forwarded of ["203.0.113.9", "127.0.0.2", "203.0.113.9, 127.0.0.2"])
      expect(await signIn(EMAIL, PASSWORD, { localAddress: ATTACKER, forwarded })).toBe("throttled");
    expect(await signIn(EMAIL, PASSWORD, { localAddress: DISPATCHER })).toBe("signed_in");
  });

  it("a client that bypasses nginx is counted by its own address, whatever headers it sends", async () => {
    const from = { localAddress: "127.0.0.53", through: direct };
    for (let number = 0; number < ATTEMPTS; number += 1)
      await signIn(`nobody-${number}@example.com`, "wrong", { ...from, forwarded: `203.0.113.${number}` });
    expect(await signIn(EMAIL, PASSWORD, { ...from, forwarded: "198.51.100.1" })).toBe("throttled");
    expect(await signIn(EMAIL, PASSWORD, { localAddress: DISPATCHER })).toBe("signed_in");
  });

  it("the audit log contains the client's address", async () => {
    const { rows } = await db().execute(sql`select distinct address from audit_entries order by address`);
    expect(rows.map(({ address }) => address)).toEqual([ATTACKER, "127.0.0.53"]);
  });
});
