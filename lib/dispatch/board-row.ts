import type { Hold } from "@/lib/contract/container";
import type { DrayCarrier } from "./box";
import type { ReportedCharges } from "./charges";
import type { Deadline } from "./deadline";
import type { Readiness } from "./readiness";

/** An instant and the place's zone; `zone` null when the service does not know it. */
export type Moment = { at: string; zone: string | null };

/**
 * One container as a board row: facts only, nothing that depends on the present instant, so that a row stays
 * right in a browser for as long as its facts do. What depends on `now` is worked out from it by the rules.
 */
export type BoardRow = {
  id: string;
  number: string;
  /** "40′ high cube"; null when the service does not say. */
  equipment: string | null;
  shipmentId: string | null;
  billOfLading: string | null;
  references: string[];
  customer: string | null;
  line: { scac: string | null; name: string | null };
  /** Where the box is or will be picked up: the inland facility for inland moves past the port. */
  terminal: { id: string | null; name: string | null };
  yardSpot: string | null;
  port: { locode: string | null; name: string | null };
  destination: { locode: string | null; name: string | null } | null;
  status: { value: string; label: string };
  deadline: Deadline;
  readiness: Readiness;
  holds: Hold[];
  charges: ReportedCharges;
  appointment: Moment | null;
  drayCarriers: DrayCarrier[];
  vessel: { name: string | null; voyage: string | null };
  /** Expected or actual arrival at the port of discharge or, once on rail, at the inland place. */
  arrival: { place: "port" | "inland"; eta: Moment | null; firstEta: Moment | null; actual: Moment | null };
  gateOut: Moment | null;
  emptyReturned: Moment | null;
  /** When the terminal was last checked; null when never. */
  checkedAt: string | null;
  onTerminalGround: boolean;
};
