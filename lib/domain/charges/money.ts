/** An amount in minor units (cents) of its currency; `currency` is null if the service does not report one. */
export type Money = { currency: string | null; minor: number };

type Currency = { digits: number; symbol: string };

const currencies = new Map<string, Currency>();
const numbers = new Map<number, Intl.NumberFormat>();

/**
 * A currency's decimals and symbol. An unknown currency gets two decimals and its code. Cached, since creating a format
 * is slow.
 */
function currencyOf(code: string): Currency {
  const known = currencies.get(code);
  if (known) return known;
  let read: Currency = { digits: 2, symbol: code };
  try {
    const format = new Intl.NumberFormat("en-US", { style: "currency", currency: code });
    read = {
      digits: format.resolvedOptions().maximumFractionDigits ?? 2,
      symbol: format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? code,
    };
  } catch {
    // There is no currency with that code.
  }
  currencies.set(code, read);
  return read;
}

function numberFormat(digits: number): Intl.NumberFormat {
  const known = numbers.get(digits);
  if (known) return known;
  const format = new Intl.NumberFormat("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  numbers.set(digits, format);
  return format;
}

/** Decimals of a currency: 2 for dollars, 0 for yen; 2 if the currency is unknown. */
export function minorDigits(currency: string | null): number {
  return currency === null ? 2 : currencyOf(currency).digits;
}

/**
 * `amount` in minor units, rounded half away from zero in decimal notation (1.005 is 1.01); null if it is not a number.
 */
export function toMinor(amount: number | null, currency: string | null): number | null {
  if (amount === null || !Number.isFinite(amount)) return null;
  const scaled = Number((Math.abs(amount) * 10 ** minorDigits(currency)).toPrecision(15));
  return Math.sign(amount) * Math.round(scaled) || 0;
}

/**
 * "$850.00", "−$12.50", "¥1,200", "CHF 40.00"; without a currency "850.00, currency not reported". All locales write
 * amounts the same way.
 */
export function formatMoney({ currency, minor }: Money): string {
  const digits = minorDigits(currency);
  const number = numberFormat(digits).format(Math.abs(minor / 10 ** digits));
  const sign = minor < 0 ? "−" : "";
  if (currency === null) return `${sign}${number}, currency not reported`;
  const { symbol } = currencyOf(currency);
  return `${sign}${symbol}${/[A-Z]$/i.test(symbol) ? " " : ""}${number}`;
}

/** Sums by currency, in the order the currencies first appear. */
export function sumByCurrency(amounts: readonly Money[]): Money[] {
  const sums = new Map<string | null, number>();
  for (const { currency, minor } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + minor);
  return [...sums].map(([currency, minor]) => ({ currency, minor }));
}
