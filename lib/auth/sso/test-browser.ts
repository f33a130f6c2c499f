/**
 * Signs in at the provider with a browser that stores cookies by host, and follows redirects until the next one leads to
 * a page of the dashboard. `spoil` changes the address at which the provider sends the browser back. Returns that page
 * and the session, if there is one.
 */
export async function signInThrough(
  dashboardUrl: string,
  login: string,
  spoil: (url: URL) => void = () => undefined,
): Promise<{ at: string; token: string | undefined }> {
  const jar = new Map<string, Map<string, string>>();
  const go = async (url: URL, body?: Record<string, string>) => {
    const own = jar.get(url.host) ?? new Map<string, string>();
    jar.set(url.host, own);
    const result = await fetch(url, {
      method: body ? "POST" : "GET",
      body: body && new URLSearchParams(body),
      headers: { cookie: [...own].map(([name, value]) => `${name}=${value}`).join("; ") },
      redirect: "manual",
    });
    for (const set of result.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      const at = pair.indexOf("=");
      own.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return result;
  };
  const { csrfToken } = await (await go(new URL("/api/auth/csrf", dashboardUrl))).json();
  const begun = await go(new URL("/api/auth/signin/oidc", dashboardUrl), {
    csrfToken,
    callbackUrl: `${dashboardUrl}/parties`,
    json: "true",
  });
  let at = new URL((await begun.json()).url);
  for (let step = 0; step < 12; step += 1) {
    if (at.origin === dashboardUrl && !at.pathname.startsWith("/api/auth/")) break;
    if (at.pathname.startsWith("/api/auth/callback")) spoil(at);
    const asks = at.pathname.startsWith("/interaction/");
    const result = await go(at, asks ? { prompt: "login", login, password: "any" } : undefined);
    at = new URL(result.headers.get("location") ?? "/none", at);
  }
  const token = jar.get(new URL(dashboardUrl).host)?.get("next-auth.session-token");
  return { at: at.pathname + at.search, token };
}
