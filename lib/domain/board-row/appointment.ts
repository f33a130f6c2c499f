import type { BoardRow } from "./board-row";

/** The facts needed to check an appointment. */
export type AppointmentFacts = Pick<BoardRow, "appointment" | "deadline" | "gateOut" | "readiness">;

/**
 * The problem with the appointment of a container that is not picked up, at an instant (epoch ms); null if there is
 * none.
 */
export function appointmentProblem(
  { appointment, deadline, gateOut, readiness }: AppointmentFacts,
  now: number,
): string | null {
  if (!appointment || gateOut !== null || readiness.state === "picked_up") return null;
  const at = Date.parse(appointment.at);
  if (at < now) return "missed, not gated out";
  const end = deadline.state === "applies" ? deadline.governing?.endsAt : undefined;
  return end !== undefined && at >= Date.parse(end) ? "after last free day" : null;
}
