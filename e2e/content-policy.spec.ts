import { expect, test } from "@/e2e/support/signed-in-page";

const nonceIn = (policy: string | undefined) => /'nonce-([^']+)'/.exec(policy ?? "")?.[1];

test("each response has a policy, with its own nonce for the scripts of its page", async ({ dashboard }) => {
  const seen = new Set<string | undefined>();
  for (const path of ["/board", "/board", "/home", "/sign-in", "/no-such-page"]) {
    const response = await dashboard.request.get(path);
    const policy = response.headers()["content-security-policy"];
    const nonce = nonceIn(policy);
    expect(policy, path).not.toMatch(/'unsafe-eval'|style-src [^;]*'unsafe-inline'/);
    const scripts = (await response.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length, path).toBeGreaterThan(1);
    expect(
      scripts.filter((script) => !script.includes(`nonce="${nonce}"`)),
      path,
    ).toEqual([]);
    seen.add(nonce);
  }
  expect(seen.size).toBe(5);
  const data = await dashboard.request.get("/api/board");
  expect(data.headers()["content-security-policy"]).toContain("default-src 'none'");
  for (const path of [
    "/_next/nothing",
    "/_next/static/nothing.js",
    "/robots.txt",
    "/nothing.png",
    "/api/nothing",
  ]) {
    const response = await dashboard.request.get(path);
    expect(response.status(), path).toBe(404);
    expect(response.headers()["content-security-policy"], path).toMatch(/default-src '(self|none)'/);
  }
});

test("an injected script does not run, and nothing is sent to other origins", async ({
  dashboard,
  trouble,
}) => {
  trouble.expect(/Content Security Policy/);
  await dashboard.goto("/board");
  await expect(dashboard.locator("[data-live=live]")).toBeVisible();
  await dashboard.evaluate(async () => {
    const reported: string[] = [];
    Reflect.set(window, "reported", reported);
    document.addEventListener("securitypolicyviolation", (event) => reported.push(event.effectiveDirective));
    document.body.insertAdjacentHTML("beforeend", `<img src="data:," onerror="document.title='taken'">`);
    fetch("https://elsewhere.example/").catch(() => undefined);
    const frame = document.createElement("iframe");
    frame.srcdoc = "<script>parent.document.title='taken'</script>";
    const parsed = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    document.body.append(frame);
    await parsed;
  });
  for (const directive of ["script-src-attr", "connect-src"])
    await expect.poll(() => dashboard.evaluate(() => Reflect.get(window, "reported"))).toContain(directive);
  expect(await dashboard.title()).not.toBe("taken");
});

test("no page of Drayboard loads in a frame of another site", async ({ openDashboard, system, trouble }) => {
  trouble.expect(/frame-ancestors|X-Frame-Options/i, /ERR_BLOCKED_BY/);
  const elsewhere = await openDashboard({ signedOut: true });
  for (const path of ["/sign-in", "/board", "/settings/you"]) {
    await elsewhere.goto(
      `data:text/html,<title>Elsewhere</title><iframe src="${system.url}${path}"></iframe>`,
    );
    const frame = elsewhere.frames().find((each) => each !== elsewhere.mainFrame());
    await expect.poll(() => frame?.url(), path).toMatch(/^chrome-error:/);
    expect(await elsewhere.frameLocator("iframe").locator("main").count(), path).toBe(0);
  }
});
