import { describe, expect, it } from "vitest";
import type { BoardRow } from "@/lib/dispatch/board-row";
import { deadlinesByDay } from "./deadlines-by-day";

type Facts = Pick<BoardRow, "deadline" | "readiness">;

const NOW = new Date("2026-11-20T18:00:00Z");

function box(
  on: string | null,
  endsAt: string,
  state: BoardRow["readiness"]["state"],
  zone = "America/Chicago",
): Facts {
  return {
    deadline: {
      state: on === null ? "not_reported" : "applies",
      governing: on === null ? null : { on, zone, source: "line", endsAt },
      sources: [],
      serviceNames: null,
    },
    readiness: { state, label: state, reasons: [] },
  };
}

describe("deadlinesByDay", () => {
  it("keeps days nothing falls on, the expired first", () => {
    const days = deadlinesByDay([], NOW, "2026-11-20");
    expect(days).toHaveLength(15);
    expect(days[0]?.day).toBe("expired");
    expect(days[1]?.day).toBe("2026-11-20");
    expect(days.at(-1)?.day).toBe("2026-12-03");
  });

  it("counts each box once, by what it waits for", () => {
    const days = deadlinesByDay(
      [
        box("2026-11-19", "2026-11-20T06:00:00Z", "held"),
        box("2026-11-20", "2026-11-21T06:00:00Z", "ready"),
        box("2026-11-20", "2026-11-21T06:00:00Z", "unknown"),
        box("2026-11-22", "2026-11-23T06:00:00Z", "held"),
      ],
      NOW,
      "2026-11-20",
    );
    expect(days[0]).toEqual({ day: "expired", ready: 0, held: 1, other: 0 });
    expect(days[1]).toEqual({ day: "2026-11-20", ready: 1, held: 0, other: 1 });
    expect(days[3]).toEqual({ day: "2026-11-22", ready: 0, held: 1, other: 0 });
  });

  it("leaves out boxes without a deadline, beyond the window, and picked up", () => {
    const gone: Facts = { ...box("2026-11-20", "2026-11-21T06:00:00Z", "picked_up") };
    gone.deadline = { ...gone.deadline, state: "picked_up" };
    const days = deadlinesByDay(
      [box(null, "", "ready"), box("2026-12-20", "2026-12-21T06:00:00Z", "ready"), gone],
      NOW,
      "2026-11-20",
    );
    expect(days.every(({ ready, held, other }) => ready + held + other === 0)).toBe(true);
  });

  it("puts a box where it is the day after already by the days it has left there", () => {
    // 18:00 UTC on the 20th is 23:45 in Kathmandu and 08:00 in Honolulu: both have their day still.
    const days = deadlinesByDay(
      [box("2026-11-20", "2026-11-20T18:15:00Z", "ready", "Asia/Kathmandu")],
      NOW,
      "2026-11-20",
    );
    expect(days[1]?.ready).toBe(1);
    const later = deadlinesByDay(
      [box("2026-11-20", "2026-11-20T18:15:00Z", "ready", "Asia/Kathmandu")],
      new Date("2026-11-20T18:15:00Z"),
      "2026-11-20",
    );
    expect(later[0]?.ready).toBe(1);
  });
});
