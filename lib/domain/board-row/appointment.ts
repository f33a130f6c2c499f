import type { BoardRow } from "./board-row";

/** The facts an appointment is judged by. */
export type AppointmentFacts = Pick<BoardRow, "appointment" | "deadline" | "gateOut" | "readiness">;

/** What is wrong with the appointment of a container that is not out, at an instant (epoch ms); null when nothing is. */
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
