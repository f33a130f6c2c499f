import {
  CHANGE_KINDS,
  type ChangeKind,
  ETA_HOURS,
  type EtaHours,
  storedKinds,
} from "@/lib/domain/board-row/row-facts";

/** The changes that a user wants to see marked: their kinds, and by how many hours an ETA must move. */
export type ChangeChoice = { kinds: readonly ChangeKind[]; etaHours: EtaHours };

/** The default of `preferences.change_kinds` (migration 0063), for users who never chose. */
export const DEFAULT_CHANGES: ChangeChoice = {
  kinds: ["deadline", "hold", "availability", "appointment", "eta", "fee", "status"],
  etaHours: 6,
};

export const KIND_LABELS: Record<ChangeKind, string> = {
  deadline: "Last free day and return due",
  hold: "Holds",
  availability: "Availability",
  appointment: "Appointment",
  eta: "ETA",
  fee: "Charges",
  status: "Status: arrival, gate out, empty return",
  plan: "Planned moves and driver",
  carrier: "Dray carrier and work order",
  followUp: "Follow-ups",
  note: "Note",
  details: "Details: terminal, yard spot, vessel, references, tags",
};

export const writeChoice = ({ kinds, etaHours }: ChangeChoice): string[] => storedKinds(kinds, etaHours);

/** Reads the stored kinds. Unknown ones are ignored. Without an ETA its number of hours is the default. */
export function readChoice(stored: readonly string[]): ChangeChoice {
  const etaHours = ETA_HOURS.find((hours) => stored.includes(`eta${hours}`));
  const kinds = CHANGE_KINDS.filter((kind) =>
    kind === "eta" ? etaHours !== undefined : stored.includes(kind),
  );
  return { kinds, etaHours: etaHours ?? DEFAULT_CHANGES.etaHours };
}
