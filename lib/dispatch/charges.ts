/** An amount in minor units (cents) of its currency; `currency` null when the service names none. */
export type Money = { currency: string | null; minor: number };

/** One fee as reported. `minor` null: the amount is not a number. */
export type ChargeLine = {
  type: string;
  label: string;
  place: "terminal" | "inland";
  currency: string | null;
  minor: number | null;
  /** A `total` line beside individual fees: shown, never added. */
  excluded: boolean;
};

/**
 * Fees the terminal or rail ramp reports (interface.md, fee object). `reported` false is "none reported", which
 * is not $ 0; a sum of 0 is "reported, not posted yet".
 */
export type ReportedCharges = { reported: boolean; lines: ChargeLine[]; sums: Money[] };
