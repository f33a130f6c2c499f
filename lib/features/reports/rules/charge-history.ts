import { z } from "zod";
import { feeSchema } from "@/lib/contract/container";
import { reportedCharges } from "@/lib/domain/charges/charges";
import type { Money } from "@/lib/domain/charges/money";
import type { Container } from "@/lib/domain/container/container-facts";
import { destinationZone, podZone } from "@/lib/domain/container/journey";
import { knownZone, localDate } from "@/lib/domain/time/zoned-time";
import { type ContainerHistory, type PastChange, retrace } from "./field-history";

export const FEE_FIELDS: ReadonlySet<string> = new Set(["fees_at_pod_terminal", "ind_facility_fees"]);

/**
 * The amount added to the reported charges of a container on a local day. Negative after a correction. `atStart`: it was
 * already reported when tracking started on that day, so the day on which it was added is unknown.
 */
export type ChargeDay = Money & { on: string; atStart: boolean };

const feesSchema = z.array(feeSchema).catch([]);

function undo(container: Container, changes: readonly PastChange[]): Container {
  const before = Object.fromEntries(
    changes.toReversed().map(({ field, before }) => [field, feesSchema.parse(before ?? [])]),
  );
  return { ...container, attributes: { ...container.attributes, ...before } };
}

/**
 * Returns the amounts added to the reported charges of a container, by day and currency. The sum of all days equals the
 * currently reported charges. A day is local to the port. Charges of the rail ramp alone use the days of the ramp.
 */
export function chargeDays(container: Container, past: ContainerHistory): ChargeDay[] {
  const reported = retrace(container, past, FEE_FIELDS, {
    undo,
    read: (state) => reportedCharges(state).sums,
  });
  const { lines } = reportedCharges(container);
  const atRamp = lines.length > 0 && lines.every(({ place }) => place === "inland");
  const zone = knownZone(atRamp ? destinationZone(container) : podZone(container));
  const added = new Map<string, ChargeDay>();
  let before: readonly Money[] = [];
  for (const [index, { at, value }] of reported.entries()) {
    const atStart = index === 0;
    const on = localDate(at, zone);
    for (const { currency, minor } of [...value, ...before.map((sum) => ({ ...sum, minor: -sum.minor }))]) {
      const key = JSON.stringify([on, currency, atStart]);
      added.set(key, { on, currency, atStart, minor: (added.get(key)?.minor ?? 0) + minor });
    }
    before = value;
  }
  return [...added.values()].filter(({ minor }) => minor !== 0);
}
