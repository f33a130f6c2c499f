"use client";

import { useTicking } from "@/components/time/clock";
import { type AppointmentFacts, appointmentProblem } from "@/lib/domain/board-row/appointment";

/** The problem of a container's appointment, with the board's text. */
export function AppointmentFlag({ facts }: { facts: AppointmentFacts }) {
  const problem = useTicking((now) => appointmentProblem(facts, now) ?? "");
  return problem === "" ? null : <span className="block text-small text-soon">{problem}</span>;
}
