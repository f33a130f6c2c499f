import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { notificationBody } from "@/lib/contract/fixtures";
import { openDatabase } from "@/lib/platform/database/client";
import { inbox } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { readArrival } from "./delivery";
import { InboxWriter } from "./inbox";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let own: ReturnType<typeof openDatabase>;
let writer: InboxWriter;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await own?.pool.end();
  // On a busy machine a write may take more than a second.
  own = openDatabase(dashboard.url, { max: 1, responseTimeoutMs: 15_000 });
  writer = new InboxWriter(own.pool);
  await dashboard.db.delete(inbox);
});
afterAll(() => own.pool.end());

const arrival = (id: string, headers: Record<string, string> = {}) =>
  readArrival(Buffer.from(notificationBody({ id })), new Headers(headers));
const noted = async () =>
  (await dashboard.db.select().from(inbox)).map(({ notificationId }) => notificationId);
const outcomes = async (notes: Promise<void>[]) =>
  (await Promise.allSettled(notes)).map((one) => (one.status === "fulfilled" ? "noted" : one.reason.code));

async function refusing(condition: string, code: string, action: () => Promise<void>): Promise<void> {
  await dashboard.pool.query(`create function refuse() returns trigger language plpgsql as
    $$ begin if ${condition} then raise exception 'refused' using errcode = '${code}'; end if; return new; end $$;
    create trigger refuse before insert on inbox for each row execute function refuse()`);
  try {
    await action();
  } finally {
    await dashboard.pool.query("drop trigger refuse on inbox; drop function refuse()");
  }
}

/** Runs the action while no delivery can be committed. Ends this even if the action fails. */
async function whileLocked<Done>(action: () => Promise<Done>): Promise<Done> {
  const blocker = await dashboard.pool.connect();
  await blocker.query("begin; lock table inbox in exclusive mode");
  try {
    return await action();
  } finally {
    await blocker.query("rollback");
    blocker.release();
  }
}

describe("the inbox writer", () => {
  it("stores many concurrent deliveries in few commits, each once", async () => {
    const ids = Array.from({ length: 300 }, (_, n) => `n-${n % 250}`);
    expect(new Set(await outcomes(ids.map((id) => writer.note(arrival(id)))))).toEqual(new Set(["noted"]));
    expect((await noted()).sort()).toEqual([...new Set(ids)].sort());
    const { rows } = await dashboard.pool.query(
      "select count(distinct xmin::text)::int as commits from inbox",
    );
    expect(rows[0].commits).toBeLessThan(20);
  });

  it("resolves only after the commit", async () => {
    let answered = false;
    const { note } = await whileLocked(async () => {
      const started = writer.note(arrival("n-1")).then(() => {
        answered = true;
      });
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(answered).toBe(false);
      return { note: started };
    });
    await note;
    expect(await noted()).toEqual(["n-1"]);
  });

  it("rejects only the row that can never be stored", async () => {
    const long = { ...arrival("n-2"), id: Array.from({ length: 9_000 }, (_, n) => n).join("") };
    const notes = [arrival("n-0"), arrival("n-1"), long, arrival("n-3")].map((one) => writer.note(one));
    expect(await outcomes(notes)).toEqual(["noted", "noted", "bad_input", "noted"]);
    expect((await noted()).sort()).toEqual(["n-0", "n-1", "n-3"]);
  });

  it.each(["53100", "53300", "57P03", "58030", "25006"])(
    "rejects all waiting deliveries as temporarily unavailable on database error %s, and stores them on retry",
    async (code) => {
      const all = ["n-0", "n-1", "n-2"].map((id) => arrival(id));
      await refusing("true", code, async () => {
        expect(new Set(await outcomes(all.map((one) => writer.note(one))))).toEqual(
          new Set(["database_unavailable"]),
        );
      });
      expect(await noted()).toEqual([]);
      expect(new Set(await outcomes(all.map((one) => writer.note(one))))).toEqual(new Set(["noted"]));
    },
  );

  it.each(["40P01", "40001"])(
    "retries each delivery on its own after %s caused by another dashboard process, and rejects as unavailable after that",
    async (code) => {
      const several = (first: number) => [0, 1, 2].map((n) => writer.note(arrival(`n-${first + n}`)));
      // A sequence keeps its value when its transaction is rolled back.
      await dashboard.pool.query("create sequence refusals");
      await refusing("nextval('refusals') = 2", code, async () => {
        expect(new Set(await outcomes(several(0)))).toEqual(new Set(["noted"]));
      });
      expect((await noted()).sort()).toEqual(["n-0", "n-1", "n-2"]);
      await refusing("true", code, async () => {
        expect(new Set(await outcomes(several(3)))).toEqual(new Set(["database_unavailable"]));
      });
      await dashboard.pool.query("drop sequence refusals");
    },
  );

  it("stores all deliveries that two dashboard processes receive at once in opposite order", async () => {
    const patient = [1, 2].map(() => openDatabase(dashboard.url, { max: 1, responseTimeoutMs: 10_000 }));
    const writers = patient.map(({ pool }) => new InboxWriter(pool));
    const ids = Array.from({ length: 64 }, (_, n) => `n-${String(n).padStart(2, "0")}`);
    // Slow rows, so that the two writers overlap.
    const slowly = "pg_sleep(0.005) is null";
    await refusing(slowly, "P0001", async () => {
      const orders = [
        ["x", ...ids],
        ["y", ...[...ids].reverse()],
      ];
      const notes = orders.flatMap((order, at) => order.map((id) => writers[at]?.note(arrival(id))));
      expect(new Set(await outcomes(notes.flatMap((one) => one ?? [])))).toEqual(new Set(["noted"]));
    });
    for (const { pool } of patient) await pool.end();
    expect((await noted()).sort()).toEqual([...ids, "x", "y"]);
  });

  it("rejects as temporarily unavailable when the database does not respond in time", async () => {
    const hasty = openDatabase(dashboard.url, { max: 1, responseTimeoutMs: 500 });
    const hastyWriter = new InboxWriter(hasty.pool);
    await whileLocked(async () => {
      const notes = ["n-1", "n-2"].map((id) => hastyWriter.note(arrival(id)));
      expect(new Set(await outcomes(notes))).toEqual(new Set(["database_unavailable"]));
    });
    await hasty.pool.end();
    expect(await outcomes([writer.note(arrival("n-1"))])).toEqual(["noted"]);
  });

  it("rejects as temporarily unavailable without a database", async () => {
    const { pool } = openDatabase("postgresql://nobody@127.0.0.1:9/none", { max: 1, responseTimeoutMs: 500 });
    expect(await outcomes([new InboxWriter(pool).note(arrival("n-1"))])).toEqual(["database_unavailable"]);
    await pool.end();
  });

  it("limits the waiting deliveries by memory", async () => {
    const large = { ...arrival("n"), body: Buffer.alloc(1_000_000, 32) };
    const { received } = await whileLocked(async () => {
      const ids = Array.from({ length: 80 }, (_, n) => `n-${n}`);
      return { received: outcomes(ids.map((id) => writer.note({ ...large, id }))) };
    });
    const all = await received;
    expect(all.filter((one) => one === "noted").length).toBeGreaterThan(60);
    expect(all.at(-1)).toBe("database_unavailable");
  });
});

describe("a stored delivery", () => {
  it("has its raw bytes, its headers without credentials, and its received time", async () => {
    const headers = {
      Authorization: "Bearer x",
      Cookie: "session=x",
      "X-T49-Webhook-Signature": "ab",
      "User-Agent": "service",
    };
    await writer.note(arrival("n-1", headers));
    const [row] = await dashboard.db.select().from(inbox);
    expect(row?.body?.toString()).toBe(notificationBody({ id: "n-1" }));
    expect(row?.headers).toEqual({ "x-t49-webhook-signature": "ab", "user-agent": "service" });
    expect(Date.now() - (row?.receivedAt.getTime() ?? 0)).toBeLessThan(60_000);
  });
});
