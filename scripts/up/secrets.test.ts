import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { requireSecrets } from "./secrets";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "secrets-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

it("creates secrets once and reads them again", async () => {
  const secrets = await requireSecrets(folder);
  expect(secrets.nextauthSecret.length).toBeGreaterThanOrEqual(32);
  expect(await requireSecrets(folder)).toEqual(secrets);
});

it.each(["", "{", "{}", '{"nextauthSecret":"short"}'])(
  "reports what is lost by removing a damaged file, and does not change the file: %j",
  async (text) => {
    const path = join(folder, "secrets.json");
    await writeFile(path, text);
    const message = await requireSecrets(folder).catch((error: Error) => error.message);
    for (const lost of ["sign-in", "passcodes", "second factors", "recovery code", "webhook's secret"])
      expect(message).toContain(lost);
    expect(message).toContain("SECRETS_KEY");
    expect(message).toContain("Put it back from a copy or a backup");
    expect(await readFile(path, "utf8")).toBe(text);
  },
);
