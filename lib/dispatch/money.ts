/** An amount in minor units (cents) of its currency; `currency` null when the service names none. */
export type Money = { currency: string | null; minor: number };

const numbers = new Map<string, Intl.NumberFormat | null>();

function formatOf(currency: string): Intl.NumberFormat | null {
  const known = numbers.get(currency);
  if (known !== undefined) return known;
  let format: Intl.NumberFormat | null = null;
  try {
    format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  } catch {
    format = null;
  }
  numbers.set(currency, format);
  return format;
}

/** Decimals of a currency: 2 for dollars, 0 for yen; 2 where the currency is not known. */
export function minorDigits(currency: string | null): number {
  if (currency === null) return 2;
  return formatOf(currency)?.resolvedOptions().maximumFractionDigits ?? 2;
}

/** `amount` in minor units, rounded half away from zero as written (1.005 is 1.01); null when not a number. */
export function toMinor(amount: number | null, currency: string | null): number | null {
  if (amount === null || !Number.isFinite(amount)) return null;
  const scaled = Number((Math.abs(amount) * 10 ** minorDigits(currency)).toPrecision(15));
  return Math.sign(amount) * Math.round(scaled) || 0;
}

/** "$ 850.00", "€ 12.50", "¥ 1,200"; without a currency "850.00, currency not reported". */
export function formatMoney({ currency, minor }: Money): string {
  const digits = minorDigits(currency);
  const number = Math.abs(minor / 10 ** digits).toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const signed = minor < 0 ? `−${number}` : number;
  if (currency === null) return `${signed}, currency not reported`;
  const symbol = formatOf(currency)
    ?.formatToParts(0)
    .find((part) => part.type === "currency")?.value;
  return `${symbol ?? currency} ${signed}`;
}

/** Sums by currency, in the order the currencies first appear. */
export function sumByCurrency(amounts: readonly Money[]): Money[] {
  const sums = new Map<string | null, number>();
  for (const { currency, minor } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + minor);
  return [...sums].map(([currency, minor]) => ({ currency, minor }));
}
