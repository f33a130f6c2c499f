import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Writer } from "@/lib/auth/access/actor";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { testContext } from "@/lib/auth/commands/test-context";
import { containerRecord, named, shipmentRecord } from "@/lib/contract/fixtures";
import {
  CHANGE_KINDS,
  type ChangeKind,
  changedFacts,
  ETA_HOURS,
  type FactId,
  rowFact,
} from "@/lib/domain/board-row/row-facts";
import { saveChangeChoice } from "@/lib/features/board/commands/change-kinds";
import { beginMarks, saveLastSeen } from "@/lib/features/board/commands/seen-rows";
import { EVERYTHING } from "@/lib/features/board/rules/board-address";
import type { ChangeChoice } from "@/lib/features/board/rules/change-kinds";
import { changePlan } from "@/lib/features/moves/commands/planned-moves";
import { openTestAccount } from "@/lib/features/test-account";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openRng } from "@/lib/platform/seeded-random";
import { boardPageJson, changedRowsJson } from "./board";
import { findChangesOf, findLastSignOut, listChangedContainers, readPosition } from "./changed-containers";

const IDS = ["c-1", "c-2", "c-3", "c-4", "c-5"];
let dashboard: Awaited<ReturnType<typeof openTestAccount>>;
let minute = 0;

/** Reports attributes of containers or of their shipment, each time later than before. */
async function report(type: "container" | "shipment", id: string, attributes: Record<string, unknown>) {
  minute += 1;
  const asOf = new Date(Date.UTC(2026, 10, 21, 0, minute));
  const record =
    type === "container"
      ? containerRecord(id, attributes, { shipment: named("shipment", "s-1") })
      : shipmentRecord(id, attributes);
  await dashboard.db.transaction((tx) => applyRecords(tx, [record], { asOf, notificationId: null }));
}

const choose = (user: Writer, choice: ChangeChoice) =>
  saveChangeChoice(testContext(dashboard.db, user), choice);

type Page = {
  unseenChanges: Record<string, { at: string; since: string; columns: string[] }>;
  changed: number;
  total: number;
};

async function look({ userId }: Writer, changed = false): Promise<Page> {
  const range = { offset: 0, limit: 50 };
  return JSON.parse(await boardPageJson(dashboard.db, { ...EVERYTHING, changed }, range, new Date(), userId));
}

beforeAll(async () => {
  dashboard = await openTestAccount();
  for (const [index, id] of IDS.entries()) await dashboard.tell({ number: `CAIU000000${index}` }, id);
  for (const user of [dashboard.ana, dashboard.ben]) await beginMarks(dashboard.db, user);
});
afterAll(() => dashboard.close());

describe("unseen changes after random edits", () => {
  type Entry = { id: string; fact: FactId; kind: ChangeKind; etaHours: number; by: string | null };

  /** What happened, in order, and up to which entry each user saw each container. */
  const log: Entry[] = [];
  const seenUntil = new Map<string, number>();
  const choices = new Map<string, ChangeChoice>();

  /** The unseen entries of a container for a user, recounted from all that happened. */
  function recount({ userId }: Writer, id: string): Entry[] {
    const { kinds, etaHours } = choices.get(userId) ?? { kinds: [], etaHours: 6 };
    const from = seenUntil.get(`${userId} ${id}`) ?? 0;
    return log.filter(
      (entry, at) =>
        at >= from &&
        entry.id === id &&
        kinds.includes(entry.kind) &&
        entry.by !== userId &&
        (entry.kind !== "eta" || entry.etaHours >= etaHours),
    );
  }

  /** Makes an edit and logs the facts that it changed. */
  async function edit(ids: readonly string[], by: string | null, act: () => Promise<unknown>): Promise<void> {
    const before = await Promise.all(ids.map((id) => dashboard.rowOf(id)));
    await act();
    for (const [index, id] of ids.entries()) {
      const [was, is] = [before[index], await dashboard.rowOf(id)];
      if (!was) throw new Error("a row without its former state");
      const eta = [was, is].map(({ arrival }) => (arrival.eta ? Date.parse(arrival.eta.at) : null));
      const [from, to] = [eta[0] ?? null, eta[1] ?? null];
      const etaHours = from === null || to === null ? 1_000 : Math.abs(to - from) / 3_600_000;
      for (const fact of changedFacts(was, is)) {
        const { kind, team } = rowFact(fact);
        log.push({ id, fact, kind, etaHours, by: team ? by : null });
      }
    }
  }

  it("are those of a recount: chosen kinds, other authors, since seen", async () => {
    const rng = openRng(22);
    const users = [dashboard.ana, dashboard.ben];
    let etaAt = Date.UTC(2026, 11, 1);

    const steps: (() => Promise<void>)[] = [
      async () => {
        const id = rng.pick(IDS);
        const at = new Date(Date.UTC(2026, 11, rng.whole(1, 5), 18)).toISOString();
        await edit([id], null, () => report("container", id, { pickup_appointment_at: at }));
      },
      async () => {
        const id = rng.pick(IDS);
        const fee = { type: "demurrage", amount: rng.whole(0, 3), currency_code: "USD" };
        await edit([id], null, () => report("container", id, { fees_at_pod_terminal: [fee] }));
      },
      async () => {
        const id = rng.pick(IDS);
        const holds = rng.hit(0.5) ? [] : [{ name: "customs", status: "hold", description: null }];
        const attributes = { holds_at_pod_terminal: holds, available_for_pickup: rng.hit(0.5) };
        await edit([id], null, () => report("container", id, attributes));
      },
      async () => {
        etaAt += rng.pick([-30, -7, -2, 0.5, 4, 6, 12, 25]) * 3_600_000;
        const at = new Date(etaAt).toISOString();
        await edit(IDS, null, () => report("shipment", "s-1", { pod_eta_at: at }));
      },
      async () => {
        const [id, user, part] = [rng.pick(IDS), rng.pick(users), rng.pick(["note", "driver"] as const)];
        const was = (await dashboard.rowOf(id))[part] ?? "";
        const value = rng.pick(["a", "b", "c"]);
        await edit([id], user.userId, () =>
          changePlan(testContext(dashboard.db, user), { containerId: id, part, was, value }),
        );
      },
      async () => {
        const user = rng.pick(users);
        const { unseenChanges } = await look(user);
        const seen = Object.entries(unseenChanges).slice(0, 2);
        await saveLastSeen(testContext(dashboard.db, user), {
          seen: seen.map(([id, { at }]) => ({ id, at })),
        });
        for (const [id] of seen) seenUntil.set(`${user.userId} ${id}`, log.length);
      },
      async () => {
        const user = rng.pick(users);
        const choice = { kinds: CHANGE_KINDS.filter(() => rng.hit(0.5)), etaHours: rng.pick(ETA_HOURS) };
        choices.set(user.userId, choice);
        await choose(user, choice);
      },
    ];

    let compared = 0;
    for (const user of users) {
      const choice = { kinds: CHANGE_KINDS, etaHours: 6 as const };
      choices.set(user.userId, choice);
      await choose(user, choice);
    }
    for (let round = 0; round < 120; round += 1) {
      await rng.pick(steps)();
      for (const user of users) {
        const { unseenChanges, changed } = await look(user);
        const wanted = IDS.flatMap((id) => {
          const facts = recount(user, id).map(({ fact }) => fact);
          const columns = [...new Set(facts.flatMap((fact) => rowFact(fact).columns))].sort();
          return columns.length > 0 ? [[id, columns] as const] : [];
        });
        const found = Object.entries(unseenChanges).map(([id, { columns }]) => [id, columns.toSorted()]);
        expect(Object.fromEntries(found), `round ${round}`).toEqual(Object.fromEntries(wanted));
        expect([changed, (await look(user, true)).total], `round ${round}`).toEqual([
          wanted.length,
          wanted.length,
        ]);
        const boards = [{ query: EVERYTHING, reader: user.userId }];
        const input = { ids: IDS, unseen: new Map(), maxRows: 50 };
        const [pushed = ""] = await changedRowsJson(dashboard.db, input, boards, new Date());
        expect(JSON.parse(pushed).unseenChanges, `round ${round}`).toEqual(unseenChanges);
        compared += wanted.length;
      }
    }
    expect(compared).toBeGreaterThan(200);
  }, 120_000);
});

describe("the list of changed containers", () => {
  let since: Date;

  beforeAll(async () => {
    for (const user of [dashboard.ana, dashboard.ben])
      await choose(user, { kinds: ["appointment", "eta", "note"], etaHours: 6 });
    await saveLastSeen(testContext(dashboard.db, dashboard.ana), { all: true });
    since = new Date();
    for (const [index, id] of IDS.slice(0, 3).entries())
      await report("container", id, { pickup_appointment_at: `2026-12-2${index}T18:00:00Z` });
    await changePlan(testContext(dashboard.db, dashboard.ana), {
      containerId: "c-5",
      part: "note",
      was: (await dashboard.rowOf("c-5")).note ?? "",
      value: "by Ana",
    });
  });

  const list = (user: Writer, after: string | null = null, limit = 10) =>
    listChangedContainers(dashboard.db, user.userId, {
      since,
      after: after === null ? null : readPosition(after),
      limit,
    });
  const idsOf = async (...input: Parameters<typeof list>) =>
    (await list(...input)).containers.map(({ row }) => row.id);

  it("begins with the newest, and has the user's own edits for the others only, with the author's name", async () => {
    expect(await idsOf(dashboard.ana)).toEqual(["c-3", "c-2", "c-1"]);
    expect(await idsOf(dashboard.ben)).toEqual(["c-5", "c-3", "c-2", "c-1"]);
    const [first] = (await list(dashboard.ben)).containers;
    expect(first?.changes).toEqual([
      expect.objectContaining({ fact: "note", is: "by Ana", author: "Ana", unseen: true }),
    ]);
  });

  it("is read page by page", async () => {
    const first = await list(dashboard.ben, null, 3);
    expect(first.containers.map(({ row }) => row.id)).toEqual(["c-5", "c-3", "c-2"]);
    const second = await list(dashboard.ben, first.next, 3);
    expect([second.containers.map(({ row }) => row.id), second.next]).toEqual([["c-1"], null]);
  });

  it("has both values, and what the user has seen", async () => {
    const { unseenChanges } = await look(dashboard.ana);
    const at = unseenChanges["c-3"]?.at ?? "";
    await saveLastSeen(testContext(dashboard.db, dashboard.ana), { seen: [{ id: "c-3", at }] });
    const [newest, next] = (await list(dashboard.ana)).containers;
    expect(newest?.changes).toEqual([
      expect.objectContaining({
        fact: "appointment",
        at,
        is: expect.objectContaining({ at: "2026-12-22T18:00:00Z" }),
        author: null,
        unseen: false,
      }),
    ]);
    expect(next?.changes[0]?.unseen).toBe(true);
  });

  it("is the same for one container since an instant", async () => {
    const { userId } = dashboard.ben;
    const found = await findChangesOf(dashboard.db, userId, { id: "c-5", since });
    expect(found?.changes.map(({ fact }) => fact)).toEqual(["note"]);
    expect(await findChangesOf(dashboard.db, userId, { id: "c-5", since: new Date() })).toBeNull();
    expect(await findChangesOf(dashboard.db, userId, { id: "c-none\0", since })).toBeNull();
  });

  it("names a deleted author", async () => {
    const cal = await dashboard.person("Cal");
    await changePlan(testContext(dashboard.db, cal), {
      containerId: "c-4",
      part: "note",
      was: (await dashboard.rowOf("c-4")).note ?? "",
      value: "by Cal",
    });
    await dashboard.pool.query("update planned_moves set updated_by = null where updated_by = $1", [
      cal.userId,
    ]);
    await dashboard.pool.query("delete from users where id = $1", [cal.userId]);
    const found = await findChangesOf(dashboard.db, dashboard.ben.userId, { id: "c-4", since });
    expect(found?.changes[0]?.author).toBe("somebody");
  });

  it.each([
    "",
    "~",
    "yesterday~c-1",
    "0000-01-01T00:00:00Z~c-1",
    "2026-11-20T10:00:00Z~",
    "2026-11-20T10:00:00Z",
    "2026-11-20T10:00:00Z~c\0",
  ])("does not begin at %j", (text) => {
    expect(readPosition(text)).toBeNull();
  });
});

it("finds when a user last signed out", async () => {
  expect(await findLastSignOut(dashboard.db, dashboard.ana.userId)).toBeNull();
  await recordAuditEntry(dashboard.db, dashboard.ana, { action: "user.signed_out", address: null });
  const at = await findLastSignOut(dashboard.db, dashboard.ana.userId);
  expect(Math.abs(Date.now() - (at?.getTime() ?? 0))).toBeLessThan(60_000);
  expect(await findLastSignOut(dashboard.db, dashboard.ben.userId)).toBeNull();
});
