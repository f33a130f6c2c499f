type Headers = { get(name: string): string | null };

/**
 * Whether a form was sent from a page of Drayboard: by the browser's `Sec-Fetch-Site`, or by `Origin` where a browser
 * sends none (plain http). A request with neither comes from no browser and cannot be somebody else's form.
 */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site) return site === "same-origin";
  const origin = headers.get("origin");
  if (!origin) return true;
  const host = headers.get("x-forwarded-host") ?? headers.get("host");
  return URL.canParse(origin) && new URL(origin).host === host;
}
