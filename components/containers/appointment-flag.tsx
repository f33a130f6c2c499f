"use client";

import { useTicking } from "@/components/time/clock";
import { type AppointmentFacts, appointmentProblem } from "@/lib/domain/board-row/appointment";

/** What is wrong with a container's appointment, as the board says it. */
export function AppointmentFlag({ facts }: { facts: AppointmentFacts }) {
  const problem = useTicking((now) => appointmentProblem(facts, now) ?? "");
  return problem === "" ? null : <span className="block text-small text-soon">{problem}</span>;
}
