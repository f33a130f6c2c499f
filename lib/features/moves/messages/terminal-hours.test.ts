import { expect, it } from "vitest";
import type { GateHours } from "@/lib/domain/deadlines/gate-schedule";
import { weekText } from "./terminal-hours";

const days = (numbers: number[], from = "07:00", to = "16:30"): GateHours =>
  numbers.map((day) => ({ day, from, to }));

it.each([
  [days([1, 2, 3, 4, 5]), "Mon–Fri 7:00 AM–4:30 PM; Sat–Sun closed"],
  [days([0, 1, 2, 3, 4, 5, 6]), "Mon–Sun 7:00 AM–4:30 PM"],
  [days([3]), "Mon–Tue closed; Wed 7:00 AM–4:30 PM; Thu–Sun closed"],
  [
    [...days([1, 2]), ...days([2], "18:00", "03:00")],
    "Mon 7:00 AM–4:30 PM; Tue 7:00 AM–4:30 PM, 6:00 PM–3:00 AM; Wed–Sun closed",
  ],
  [[], "Mon–Sun closed"],
])("formats a week, case %#", (hours, text) => {
  expect(weekText("en-US", hours)).toBe(text);
});
