import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { containerRecord, notificationBody } from "@/lib/contract/fixtures";
import { containers, inbox } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { listSetAside, tryAgain } from "./dead-letters";
import { processWaiting } from "./process";
import { noteBody } from "./test-inbox-delivery";

let desk: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  desk = await openTestDashboard();
});
afterAll(() => desk.close());
beforeEach(() => desk.pool.query("delete from inbox; delete from reports; delete from containers"));

const body = (id: string, sealNumber: string) =>
  notificationBody({
    id,
    createdAt: `2026-11-20T0${id.slice(-1)}:00:00Z`,
    included: [containerRecord("c-1", { seal_number: sealNumber })],
  });

async function drain(): Promise<void> {
  while (await processWaiting(desk.db));
}

/** Tries everything until nothing falls due, however long the pauses are. */
async function tryOut(): Promise<void> {
  for (let tries = 0; tries < 8; tries += 1) {
    await drain();
    await desk.pool.query("update inbox set next_try_at = now()");
  }
}

async function refusing(sealNumber: string, act: () => Promise<void>): Promise<void> {
  await desk.pool.query(`create function refuse() returns trigger language plpgsql as $$ begin
    if new.facts ->> 'seal_number' = '${sealNumber}' then raise exception 'no such seal'; end if; return new; end $$;
    create trigger refuse before insert on reports for each row execute function refuse()`);
  try {
    await act();
  } finally {
    await desk.pool.query("drop trigger refuse on reports; drop function refuse()");
  }
}

const seal = async () => (await desk.db.select().from(containers))[0]?.attributes.seal_number;

describe("a poison notification", () => {
  it("is set aside with its error, stops neither its neighbours nor later ones of its box, and works when tried again", async () => {
    await refusing("poison", async () => {
      await noteBody(desk.pool, body("n-1", "A"));
      await noteBody(desk.pool, body("n-2", "poison"));
      await noteBody(desk.pool, body("n-3", "B"));
      await drain();
      expect(await seal()).toBe("B");
      expect((await listSetAside(desk.db)).total).toBe(0);
      await tryOut();
      expect(await listSetAside(desk.db)).toMatchObject({
        total: 1,
        notifications: [
          {
            id: "n-2",
            event: "container.updated",
            error: "no such seal",
            tries: 8,
            createdAt: "2026-11-20T02:00:00.000Z",
            receivedAt: expect.stringMatching(/Z$/),
            setAsideAt: expect.stringMatching(/Z$/),
          },
        ],
      });
    });
    expect(await tryAgain(desk.db, "n-2")).toBe(1);
    await drain();
    expect(await listSetAside(desk.db)).toEqual({ total: 0, notifications: [] });
    expect(await seal()).toBe("B");
    const { rows } = await desk.pool.query(
      "select before, after, notification_id from changes order by as_of",
    );
    expect(rows).toEqual([
      { before: "A", after: "poison", notification_id: "n-2" },
      { before: "poison", after: "B", notification_id: "n-3" },
    ]);
  });

  it("that fails again is set aside again, after as many tries", async () => {
    await refusing("poison", async () => {
      await noteBody(desk.pool, body("n-2", "poison"));
      await tryOut();
      expect(await tryAgain(desk.db)).toBe(1);
      expect(await tryAgain(desk.db)).toBe(0);
      await drain();
      const [row] = await desk.db.select().from(inbox).where(eq(inbox.notificationId, "n-2"));
      expect(row).toMatchObject({ tries: 1, setAsideAt: null });
      await tryOut();
      expect((await listSetAside(desk.db)).total).toBe(1);
    });
  });
});

describe("trying again", () => {
  it.each(["n-404", "n-1"])("does nothing to %s, which is not set aside", async (id) => {
    await noteBody(desk.pool, body("n-1", "A"));
    await drain();
    expect(await tryAgain(desk.db, id)).toBe(0);
    expect(await processWaiting(desk.db)).toBe(false);
  });
});
