/** One measured property of a generated account, with its target. */
export type Figure = {
  name: string;
  value: number;
  /** The lowest and the highest permitted value, both included. */
  least: number;
  most: number;
  /** How the value is shown: 0.25 as "25.0 %", 2.5 as "2.50", 3 as "3". */
  as: "share" | "rate" | "count";
};

export const isWithin = ({ value, least, most }: Figure): boolean => value >= least && value <= most;

/** A figure that must be zero. */
export const none = (name: string, value: number): Figure => ({
  name,
  value,
  least: 0,
  most: 0,
  as: "count",
});

/** A figure that must be at least one. */
export const some = (name: string, value: number): Figure => ({
  name,
  value,
  least: 1,
  most: Number.POSITIVE_INFINITY,
  as: "count",
});

/** A part of a whole as a number from 0 to 1; 0 of nothing. */
export const part = (some: number, all: number): number => (all === 0 ? 0 : some / all);
