import { type BoardRow, boardRow } from "@/lib/domain/board-row/board-row";
import { testContainer } from "@/lib/domain/container/test-container";
import type { GateSchedule } from "@/lib/domain/deadlines/gate-schedule";

export const LA = "America/Los_Angeles";
export const at = (instant: string, zone: string | null = LA) => ({ at: instant, zone });

/** A ready container at the terminal of `TEST_GATES`. */
export function plannedRow(id: string, change: Partial<BoardRow> = {}): BoardRow {
  return {
    ...boardRow(testContainer({ available_for_pickup: true })),
    id,
    number: `MSKU${id.padStart(7, "0")}`,
    terminal: { id: "t-1", name: "Pier 400" },
    pickupZone: LA,
    ...change,
  };
}

/** Open from Monday to Friday, 7:00 AM to 4:30 PM and, on Thursday, again until 3 in the night. */
export const TEST_GATES: GateSchedule = {
  facilityId: "t-1",
  hours: [
    ...[1, 2, 3, 4, 5].map((day) => ({ day, from: "07:00", to: "16:30" })),
    { day: 4, from: "18:00", to: "03:00" },
  ],
  specialDays: [{ on: "2026-11-26", open: [], name: "Thanksgiving" }],
};
