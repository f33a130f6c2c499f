import type { Container } from "@/lib/domain/container/container-facts";
import { currentStatus } from "@/lib/domain/container/container-status";
import { podZone } from "@/lib/domain/container/journey";
import { knownZone, localDate } from "@/lib/domain/time/zoned-time";
import { type ContainerHistory, type PastChange, type Reported, retrace } from "./field-history";

/** Fields that determine the status of a container (`currentStatus`). */
export const STATUS_FIELDS: ReadonlySet<string> = new Set([
  "current_status",
  "pol_vessel_loaded_at",
  "pol_vessel_departed_at",
  "pol_atd_at",
  "pod_ata_at",
  "pod_arrived_at",
  "pod_discharged_at",
  "pod_full_out_at",
  "pod_rail_loaded_at",
  "pod_rail_departed_at",
  "ind_eta_at",
  "ind_ata_at",
  "ind_rail_unloaded_at",
  "final_destination_full_out_at",
  "delivered_at",
  "empty_terminated_at",
  "destination_locode",
  "port_of_discharge_locode",
]);

/**
 * A status at the end of each day from `from` (inclusive) to `to` (exclusive). `to` is null while the status is
 * current. Days are "YYYY-MM-DD" at the port.
 */
export type StatusDays = { status: string; from: string; to: string | null };

function undo(container: Container, changes: readonly PastChange[]): Container {
  const before = (of: PastChange["of"]) =>
    Object.fromEntries(
      changes
        .filter((change) => change.of === of)
        .toReversed()
        .map((change) => [change.field, typeof change.before === "string" ? change.before : null]),
    );
  const { attributes, shipment } = container;
  return {
    ...container,
    attributes: { ...attributes, ...before("container") },
    shipment: shipment && { ...shipment, attributes: { ...shipment.attributes, ...before("shipment") } },
  };
}

/** Returns each day once, with the value at its end. A day is never earlier than the day of an earlier report. */
function atDayEnds(
  reported: readonly Reported<string>[],
  zone: string | null,
): { on: string; status: string }[] {
  const ends: { on: string; status: string }[] = [];
  for (const { at, value } of reported) {
    const last = ends.at(-1);
    const on = localDate(at, zone);
    if (last && on <= last.on) last.status = value;
    else ends.push({ on, status: value });
  }
  return ends.filter(({ status }, index) => status !== ends[index - 1]?.status);
}

/**
 * Returns the status of a container at the end of each day. The current status rule is applied to the data known at
 * that time. Days are local to the port of discharge, or UTC when its zone is unknown.
 */
export function statusDays(container: Container, past: ContainerHistory): StatusDays[] {
  const reported = retrace(container, past, STATUS_FIELDS, { undo, read: currentStatus });
  const ends = atDayEnds(reported, knownZone(podZone(container)));
  return ends.map(({ on, status }, index) => ({ status, from: on, to: ends[index + 1]?.on ?? null }));
}
