import type { Fee } from "@/lib/contract/container";
import type { FeeType } from "@/lib/contract/enums";
import type { Container } from "@/lib/domain/container/container-facts";
import { humanise } from "@/lib/domain/container/container-status";
import { terminalDataPlace } from "@/lib/domain/container/pickup";
import { formatMoney, type Money, sumByCurrency, toMinor } from "./money";

/** One fee as reported. `minor` null: the amount is not a number. */
export type ChargeLine = {
  type: string;
  label: string;
  place: "terminal" | "inland";
  currency: string | null;
  minor: number | null;
  /** A `total` line listed together with individual fees: shown, never added. */
  excluded: boolean;
};

/**
 * Fees reported by the terminal or rail ramp (interface.md, fee object). `reported` false is "none reported", which
 * differs from $0; a sum of 0 is "reported, not posted yet".
 */
export type ReportedCharges = { reported: boolean; lines: ChargeLine[]; sums: Money[] };

const FEE_LABELS: Record<FeeType, string> = {
  demurrage: "Demurrage",
  extended_dwell_time: "Extended dwell time",
  exam: "Exam",
  total: "Total",
  other: "Other",
};

export function feeLabel(type: string): string {
  return Object.entries(FEE_LABELS).find(([known]) => known === type)?.[1] ?? humanise(type);
}

/** The fees of one list. `others`: those of another list of the same place. */
function chargeLines(
  fees: readonly Fee[],
  place: ChargeLine["place"],
  others: readonly Fee[] = [],
): ChargeLine[] {
  const itemised = [...fees, ...others].some((fee) => fee.type !== "total");
  const totalled = new Set<string | null>();
  return fees.map((fee) => {
    const currency = fee.currency_code?.trim().toUpperCase() || null;
    const isTotal = fee.type === "total";
    const excluded = isTotal && (itemised || totalled.has(currency));
    if (isTotal) totalled.add(currency);
    return {
      type: fee.type,
      label: feeLabel(fee.type),
      place,
      currency,
      minor: toMinor(fee.amount, currency),
      excluded,
    };
  });
}

/**
 * The lines of two lists. A fee that both have counts once, at the inland facility that lists it: the same type, amount
 * and currency. Two fees of one list are never the same. A total that either list excludes stays excluded.
 */
function joinedLines(terminal: readonly ChargeLine[], facility: readonly ChargeLine[]): ChargeLine[] {
  const inland = [...facility];
  const lines = terminal.map((line): ChargeLine => {
    const index = inland.findIndex(
      ({ type, minor, currency }) => type === line.type && minor === line.minor && currency === line.currency,
    );
    const [same] = index === -1 ? [] : inland.splice(index, 1);
    return same ? { ...line, place: "inland", excluded: line.excluded || same.excluded } : line;
  });
  return [...lines, ...inland];
}

/**
 * The charges reported so far, by currency. A `total` counts only without individual fees of its place. The terminal's
 * list is the inland facility's once the container was checked there (`terminalDataPlace`).
 */
export function reportedCharges(container: Container): ReportedCharges {
  const { fees_at_pod_terminal: reported, ind_facility_fees: facility } = container.attributes;
  const place = terminalDataPlace(container) === "inland" ? "inland" : "terminal";
  const isOnePlace = place === "inland";
  const lines = joinedLines(
    chargeLines(reported ?? [], place, isOnePlace ? (facility ?? []) : []),
    chargeLines(facility ?? [], "inland", isOnePlace ? (reported ?? []) : []),
  );
  const counted = lines.flatMap(({ currency, minor, excluded }) =>
    excluded || minor === null ? [] : [{ currency, minor }],
  );
  return { reported: lines.length > 0, lines, sums: sumByCurrency(counted) };
}

/** Whether a charge that counts has an amount that is not a number. */
export function hasInvalidAmount({ reported, lines }: Pick<ReportedCharges, "reported" | "lines">): boolean {
  return reported && lines.some(({ minor, excluded }) => minor === null && !excluded);
}

/**
 * "none reported", "reported, 0", "$850.00", "$850.00 + CA$40.00". Charges that are not posted yet are not summed.
 */
export function formatCharges({ reported, lines, sums }: ReportedCharges): string {
  if (!reported) return "none reported";
  const posted = sums.filter(({ minor }) => minor !== 0);
  if (posted.length > 0) return posted.map(formatMoney).join(" + ");
  return hasInvalidAmount({ reported, lines }) ? "reported, invalid amount" : "reported, 0";
}

/** One line's amount: "$310.00", "reported, not posted yet", "invalid amount". */
export function formatChargeLine({ currency, minor }: ChargeLine): string {
  if (minor === null) return "invalid amount";
  return minor === 0 ? "reported, not posted yet" : formatMoney({ currency, minor });
}
