import { describe, expect, test } from "vitest";
import { boardRow } from "@/lib/domain/board-row/board-row";
import { deadlines, testContainer } from "@/lib/domain/container/test-container";
import { DAYS_AHEAD, type DeadlineGroup, type DueColumn, deadlinesAhead } from "./upcoming-deadlines";

const NEW_YORK = "America/New_York";
const LOS_ANGELES = "America/Los_Angeles";
/** 20 November, 23:30 in Los Angeles. 21 November, 02:30 in New York. */
const NIGHT = new Date("2026-11-21T07:30:00Z");

function due(on: string, zone: string, container = {}): DeadlineGroup {
  const midnight = zone === NEW_YORK ? "T05:00:00Z" : "T08:00:00Z";
  const row = boardRow(
    testContainer({ ...deadlines({ terminal: `${on}${midnight}` }), pod_timezone: zone, ...container }),
  );
  return { deadline: row.deadline, readiness: row.readiness.state, containers: 1 };
}

function filled(groups: DeadlineGroup[], now = NIGHT) {
  return deadlinesAhead(groups, now)
    .filter(({ ready, held, other }) => ready + held + other > 0)
    .map(({ kind, on }) => on ?? kind);
}

const total = (columns: DueColumn[]) =>
  columns.reduce((sum, { ready, held, other }) => sum + ready + held + other, 0);

describe("deadlinesAhead", () => {
  test("ends a day at the local midnight of the container, not in UTC", () => {
    expect(filled([due("2026-11-20", LOS_ANGELES)])).toEqual(["2026-11-20"]);
    expect(filled([due("2026-11-20", NEW_YORK)])).toEqual(["expired"]);
  });

  test("starts with the earliest local date today", () => {
    const groups = [due("2026-11-20", LOS_ANGELES), due("2026-11-21", NEW_YORK)];
    expect(deadlinesAhead(groups, NIGHT)[1]).toMatchObject({ kind: "day", on: "2026-11-20" });
    expect(deadlinesAhead(groups.slice(1), NIGHT)[1]).toMatchObject({ kind: "day", on: "2026-11-21" });
  });

  test("includes days without containers and counts later days as later", () => {
    const columns = deadlinesAhead([due("2026-12-03", LOS_ANGELES), due("2026-12-04", LOS_ANGELES)], NIGHT);
    expect(columns.filter(({ kind }) => kind === "day")).toHaveLength(DAYS_AHEAD);
    expect(columns.find(({ on }) => on === "2026-12-03")?.other).toBe(1);
    expect(columns.find(({ kind }) => kind === "later")?.other).toBe(1);
  });

  test("distinguishes containers on the water from those without a reported deadline", () => {
    const at = (container: object) => {
      const row = boardRow(testContainer(container));
      return { deadline: row.deadline, readiness: row.readiness.state, containers: 2 };
    };
    expect(filled([at({ pod_discharged_at: null })])).toEqual(["not_discharged"]);
    expect(filled([at({})])).toEqual(["not_reported"]);
  });

  test("counts ready, held and other containers separately", () => {
    const available = { availability_known: true, available_for_pickup: true };
    const customs = { holds_at_pod_terminal: [{ name: "customs", status: "hold" }] };
    const columns = deadlinesAhead(
      [
        due("2026-11-23", LOS_ANGELES, available),
        due("2026-11-23", LOS_ANGELES, { ...available, ...customs }),
        due("2026-11-23", LOS_ANGELES, { availability_known: true, available_for_pickup: false }),
        due("2026-11-23", LOS_ANGELES),
      ],
      NIGHT,
    );
    expect(columns.find(({ on }) => on === "2026-11-23")).toMatchObject({ ready: 1, held: 1, other: 2 });
  });

  test("leaves out picked up containers", () => {
    const gone = due("2026-11-19", LOS_ANGELES, { pod_full_out_at: "2026-11-18T20:00:00Z" });
    expect(total(deadlinesAhead([gone], NIGHT))).toBe(0);
  });

  test("returns all days for an account without containers", () => {
    const columns = deadlinesAhead([], NIGHT);
    expect(total(columns)).toBe(0);
    expect(columns[1]?.on).toBe("2026-11-21");
  });
});
