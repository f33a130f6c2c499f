import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { everyPage } from "@/e2e/pages/every-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard, readService } from "@/e2e/system/databases";
import type { RunningSystem } from "@/e2e/system/running-system";
import { findCurrentBuild } from "@/scripts/up/build";

type Secret = { name: string; value: string };

/** The secrets that must stay on the server. */
async function listSecrets(system: RunningSystem): Promise<Secret[]> {
  const stored: { trackingApiKey: string; nextauthSecret: string } = JSON.parse(
    await readFile(join(system.dataDir, "secrets.json"), "utf8"),
  );
  const [webhook] = await readService<{ secret: string }>("select secret from webhooks");
  const users = await readDashboard<{ hash: string }>("select password_hash as hash from users");
  const secrets = [
    { name: "the tracking key", value: stored.trackingApiKey },
    { name: "NEXTAUTH_SECRET", value: stored.nextauthSecret },
    { name: "the webhook's secret", value: webhook?.secret ?? "" },
    { name: "the password", value: system.password },
    { name: "the database's password", value: new URL(system.dashboardDatabaseUrl).password },
    ...users.map(({ hash }) => ({ name: "a password's hash", value: hash })),
  ];
  // An empty text matches everywhere, and a short one by chance.
  for (const { name, value } of secrets) expect(value.length, name).toBeGreaterThan(15);
  return secrets;
}

/** Names of the secrets contained in a text: plain, or encoded for URLs, JSON or base64. */
function secretsIn(text: string, secrets: readonly Secret[]): string[] {
  const forms = (value: string) => [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    Buffer.from(value).toString("base64").replace(/=+$/, ""),
  ];
  return secrets
    .filter(({ value }) => forms(value).some((form) => text.includes(form)))
    .map(({ name }) => name);
}

async function secretsBelow(folder: string, secrets: readonly Secret[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.length, `files below ${folder}`).toBeGreaterThan(0);
  const found: string[] = [];
  for (const file of files)
    for (const name of secretsIn(await readFile(file, "latin1"), secrets)) found.push(`${name} in ${file}`);
  return found;
}

test.describe("secrets", () => {
  test("are found when planted", async ({ system }) => {
    const secrets = await listSecrets(system);
    const folder = await mkdtemp(join(tmpdir(), "drayboard-planted-"));
    for (const { name, value } of secrets) {
      expect(secretsIn(`<p>${value}</p>`, secrets)).toContain(name);
      expect(secretsIn(`?key=${encodeURIComponent(value)}`, secrets)).toContain(name);
      await writeFile(join(folder, "planted.js"), `const a = ${JSON.stringify(value)};`);
      expect(await secretsBelow(folder, secrets)).toContain(`${name} in ${join(folder, "planted.js")}`);
    }
    await rm(folder, { recursive: true });
    expect(secretsIn("<p>nothing</p>", secrets)).toEqual([]);
  });

  test("are in no page, payload, JSON response or rejection", async ({
    dashboard,
    openDashboard,
    system,
  }) => {
    const secrets = await listSecrets(system);
    const paths = (await everyPage()).map(({ path }) => path);
    const container = paths.find((path) => path.startsWith("/containers/")) ?? "";
    const shipment = paths.find((path) => path.startsWith("/shipments/")) ?? "";
    const requested = [
      ...paths,
      "/sign-in",
      "/sign-in?error=CredentialsSignin",
      "/find?q=nothing",
      "/nowhere",
      "/containers/nothing",
      "/api/board",
      "/api/board?limit=wrong",
      "/api/board?sort=password_hash",
      "/api/board/facets",
      "/api/shipments",
      `/api${shipment}`,
      `/api${container}`,
      "/api/containers/nothing",
      "/api/health",
      "/api/auth/session",
      "/api/auth/providers",
      "/api/auth/csrf",
      "/api/auth/error?error=Configuration",
      "/api/nowhere",
    ];
    const stranger = (await openDashboard({ signedOut: true })).request;
    for (const path of requested)
      for (const [who, request] of [
        ["signed in", dashboard.request],
        ["signed out", stranger],
      ] as const)
        for (const payload of [false, true]) {
          const result = await request.get(path, { headers: payload ? { RSC: "1" } : {} });
          const text = (await result.text()) + JSON.stringify(result.headers());
          expect(secretsIn(text, secrets), `${path}, ${who}${payload ? ", payload" : ""}`).toEqual([]);
        }
    for (const path of ["/api/webhooks/tracking", "/api/auth/callback/credentials", "/api/board", "/board"]) {
      const result = await stranger.post(path, { data: "{" });
      expect(secretsIn(await result.text(), secrets), `POST ${path}`).toEqual([]);
    }
  });

  test("do not reach a browser in use at Drayboard", async ({ dashboard, system }) => {
    // The test opens every page of the dashboard.
    test.slow();
    const secrets = await listSecrets(system);
    const found: string[] = [];
    const reads: Promise<void>[] = [];
    dashboard.on("response", (response) => {
      if (/text\/event-stream|image|font/.test(response.headers()["content-type"] ?? "")) return;
      const read = response.text().then(
        (text) => void found.push(...secretsIn(text, secrets).map((name) => `${name} in ${response.url()}`)),
        () => undefined,
      );
      reads.push(read);
    });
    for (const { path } of await everyPage()) {
      await dashboard.goto(path);
      await expect(dashboard.locator("[data-live=live]")).toBeVisible();
    }
    await dashboard
      .getByRole("navigation", { name: "Main menu" })
      .getByRole("link", { name: "Board" })
      .click();
    await expect(dashboard.locator("tr[data-container]").first()).toBeVisible();
    await Promise.all(reads);
    expect(reads.length).toBeGreaterThan(20);
    expect(found).toEqual([]);
  });

  test("are in no log and no file served to browsers", async ({ system }) => {
    const secrets = await listSecrets(system);
    expect(await secretsBelow(join(system.dataDir, "logs"), secrets)).toEqual([]);
    expect(await secretsBelow(join((await findCurrentBuild()) ?? "", "static"), secrets)).toEqual([]);
  });

  test("no part of the gallery is in the build", async () => {
    const build = (await findCurrentBuild()) ?? "";
    // The id of the element that the gallery renders into (e2e/gallery/support/stage.tsx).
    const gallery = [{ name: "the gallery", value: "gallery-stage" }];
    for (const part of ["static", "server"])
      expect(await secretsBelow(join(build, part), gallery)).toEqual([]);
  });
});
