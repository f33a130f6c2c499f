import { expect, it } from "vitest";
import type { GateHours } from "@/lib/domain/deadlines/gate-schedule";
import { weekText } from "./terminal-hours";

const days = (numbers: number[], from = "07:00", to = "16:30"): GateHours =>
  numbers.map((day) => ({ day, from, to }));

it.each([
  [days([1, 2, 3, 4, 5]), "Mon–Fri 07:00–16:30; Sat–Sun closed"],
  [days([0, 1, 2, 3, 4, 5, 6]), "Mon–Sun 07:00–16:30"],
  [days([3]), "Mon–Tue closed; Wed 07:00–16:30; Thu–Sun closed"],
  [
    [...days([1, 2]), ...days([2], "18:00", "03:00")],
    "Mon 07:00–16:30; Tue 07:00–16:30, 18:00–03:00; Wed–Sun closed",
  ],
  [[], "Mon–Sun closed"],
])("formats a week, case %#", (hours, text) => {
  expect(weekText(hours)).toBe(text);
});
