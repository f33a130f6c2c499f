type Headers = { get(name: string): string | null };

/**
 * Whether a form was sent from a page of Drayboard. Checks the browser's `Sec-Fetch-Site`, or `Origin` where the
 * browser does not send it (plain http). A request with neither header does not come from a browser, so it cannot be a
 * cross-site form.
 */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site) return site === "same-origin";
  const origin = headers.get("origin");
  if (!origin) return true;
  const host = headers.get("x-forwarded-host") ?? headers.get("host");
  return URL.canParse(origin) && new URL(origin).host === host;
}
