import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SETTINGS_PAGES } from "@/components/settings/settings-pages";
import { everyPage } from "@/e2e/pages/every-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard, readService } from "@/e2e/system/databases";
import type { RunningSystem } from "@/e2e/system/running-system";
import { ROUTE_ACCESS } from "@/lib/auth/access/access-matrix";
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

const NO_RECORD = "00000000-0000-4000-8000-000000000000";

/** Every route that returns data, from the access matrix, with existing records. Not the live feed, which never ends. */
function readRoutes(container: string, shipment: string): string[] {
  const rows = Object.keys(ROUTE_ACCESS).filter((row) => row.startsWith("GET ") && row !== "GET /api/live");
  return rows.flatMap((row) => {
    const path = row.slice("GET ".length).replace(/\[(\w+)=(\w+)\]/, "$2");
    if (path.includes("[page]")) return SETTINGS_PAGES.map(({ slug }) => path.replace("[page]", slug));
    if (path.includes("[...nextauth]"))
      return ["session", "providers", "csrf", "error?error=Configuration"].map((name) =>
        path.replace("[...nextauth]", name),
      );
    const id = path.startsWith("/api/shipments/") ? shipment : container;
    const record = /^\/api\/(?:v1\/)?(?:containers|shipments)\//.test(path) ? id : NO_RECORD;
    return [path.replace("[id]", record).replace("[report]", "deadlines").replace("[token]", NO_RECORD)];
  });
}

test("no secret is in a page, payload, response, rejection, log or file, or reaches a browser in use", async ({
  dashboard,
  openDashboard,
  system,
}) => {
  test.setTimeout(240_000);
  const secrets = await listSecrets(system);

  await test.step("secrets are found when planted", async () => {
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

  const stranger = (await openDashboard({ signedOut: true })).request;
  const paths = (await everyPage()).map(({ path }) => path);
  const idBelow = (folder: string) =>
    paths.find((path) => path.startsWith(`${folder}/`))?.slice(folder.length + 1) ?? "";

  await test.step("pages, their payloads, routes and rejections", async () => {
    const requested = [
      ...paths,
      "/sign-in",
      "/sign-in?error=CredentialsSignin",
      "/find?q=nothing",
      "/nowhere",
      "/containers/nothing",
      "/api/board?limit=wrong",
      "/api/board?sort=password_hash",
      "/api/containers/nothing",
      "/api/nowhere",
      ...readRoutes(idBelow("/containers"), idBelow("/shipments")),
    ];
    expect(requested).toContain("/api/settings/connection");
    for (const path of requested)
      for (const [who, request] of [
        ["signed in", dashboard.request],
        ["signed out", stranger],
      ] as const)
        for (const payload of path.startsWith("/api/") ? [false] : [false, true]) {
          const result = await request.get(path, { headers: payload ? { RSC: "1" } : {} });
          const text = (await result.text()) + JSON.stringify(result.headers());
          expect(secretsIn(text, secrets), `${path}, ${who}${payload ? ", payload" : ""}`).toEqual([]);
        }
    for (const path of ["/api/webhooks/tracking", "/api/auth/callback/credentials", "/api/board", "/board"]) {
      const result = await stranger.post(path, { data: "{" });
      expect(secretsIn(await result.text(), secrets), `POST ${path}`).toEqual([]);
    }
  });

  await test.step("what a browser in use reads", async () => {
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
    for (const path of [
      "/settings/connection",
      "/settings/webhooks",
      `/containers/${idBelow("/containers")}`,
    ]) {
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

  await test.step("logs and the files served to browsers, which contain no part of the gallery", async () => {
    const build = (await findCurrentBuild()) ?? "";
    // The id of the element that the gallery renders into (e2e/gallery/support/stage.tsx).
    const gallery = { name: "the gallery", value: "gallery-stage" };
    expect(await secretsBelow(join(system.dataDir, "logs"), secrets)).toEqual([]);
    expect(await secretsBelow(join(build, "static"), [...secrets, gallery])).toEqual([]);
    expect(await secretsBelow(join(build, "server"), [gallery])).toEqual([]);
  });
});
