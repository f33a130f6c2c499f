import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

// A rule that matches nothing looks like a rule that is kept: each layer is given an import it must refuse.
const FORBIDDEN: [file: string, from: string][] = [
  ["lib/contract", "@/lib/db/client"],
  ["lib/contract", "next/navigation"],
  ["lib/dispatch", "@/lib/mirror/rows"],
  ["lib/config", "@/lib/db/client"],
  ["lib/dispatch", "@/lib/config"],
  ["lib/dispatch", "@/lib/config/variables"],
  ["lib/postgres", "@/lib/config"],
  ["lib/db", "@/lib/mirror/rows"],
  ["lib/tracking", "@/lib/mirror/rows"],
  ["lib/tracking", "../db/client"],
  ["lib/mirror", "@/lib/tracking/client"],
  ["lib/mirror", "@/components/ui/button"],
  ["lib/mirror", "next/cache"],
  ["lib/mirror/cached", "@/lib/tracking/client"],
  ["lib/live", "@/lib/mirror/rows"],
  ["lib/auth", "@/lib/tracking/client"],
  ["lib/webhooks", "@/lib/operations/track"],
  ["lib/sync", "@/lib/operations/track"],
  ["lib/sync", "@/app/layout"],
  ["lib/sync", "@/lib/desk-work/chases"],
  ["lib/mirror", "@/lib/desk-work/chases"],
  ["lib/mirror", "@/lib/export/csv"],
  ["lib/desk-work", "@/lib/tracking/client"],
  ["lib/desk-work", "@/lib/operations/track"],
  ["lib/desk-work", "@/lib/webhooks/refetches"],
  ["lib/desk-work", "@/lib/mirror/cached/reads"],
  ["lib/desk-work", "../mirror/boxes"],
  ["lib/desk-work", "next/cache"],
  ["lib/desk-work/jobs", "@/lib/sync/rounds"],
  ["lib/export", "@/lib/desk-work/views"],
  ["lib/export", "@/lib/tracking/client"],
  ["lib/export", "@/components/board/cells"],
  ["lib/operations", "@/lib/sync/sweep"],
  ["lib/share", "@/lib/operations/track"],
  ["lib/share", "@/lib/tracking/client"],
  ["lib/share", "next/headers"],
  ["lib/mirror", "@/lib/share/visit"],
  ["lib/reports", "@/lib/operations/track"],
  ["lib/reports", "@/lib/tracking/client"],
  ["lib/reports", "next/cache"],
  ["lib/operations", "@/lib/webhooks/process"],
  ["components/board", "@/lib/db/client"],
  ["components/board", "@/lib/mirror/rows"],
  ["app/(desk)", "@/tracking-service/config"],
  ["lib/sync", "@/tracking-service/config"],
  ["tracking-service/routes", "@/lib/db/client"],
  ["tracking-service/routes", "next/server"],
  ["tracking-service/routes", "@/app/layout"],
];

const ALLOWED: [file: string, from: string][] = [
  ["lib/dispatch", "@/lib/contract/container"],
  ["lib/mirror", "@/lib/dispatch/deadline"],
  ["lib/mirror/cached", "next/cache"],
  ["lib/sync", "@/lib/tracking/client"],
  ["lib/desk-work", "@/lib/mirror/boxes"],
  ["lib/desk-work", "@/lib/live/announce"],
  ["lib/export", "@/lib/mirror/board"],
  ["lib/operations", "@/lib/desk-work/jobs/job-kinds"],
  ["lib/operations", "@/lib/tracking/client"],
  ["lib/reports", "@/lib/mirror/board"],
  ["lib/share", "@/lib/mirror/board"],
  ["lib/share", "@/lib/auth/access-tokens"],
  ["lib/operations", "@/lib/webhooks/refetches"],
  ["lib/operations", "@/lib/webhooks/keep-webhook"],
  ["lib/operations", "@/lib/sync/rounds"],
  ["components/board", "@/lib/dispatch/deadline"],
  ["app/(desk)", "@/lib/mirror/rows"],
  ["tracking-service/routes", "@/lib/contract/container"],
];

const run = randomBytes(4).toString("hex");
const made: string[] = [];
const refused = new Set<string>();

function probe(folder: string, from: string): string {
  const name = from.replace(/[^a-z]+/gi, "-");
  return join(folder, `import-probe-${run}-${name}.ts`);
}

beforeAll(() => {
  for (const [folder, from] of [...FORBIDDEN, ...ALLOWED]) {
    const file = probe(folder, from);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import "${from}";\n`);
    made.push(file);
  }
  const answer = spawnSync(
    process.execPath,
    [
      "node_modules/@biomejs/biome/bin/biome",
      "lint",
      "--only=style/noRestrictedImports",
      "--max-diagnostics=none",
      "--reporter=github",
      ...made,
    ],
    { encoding: "utf8" },
  );
  for (const line of answer.stdout.split("\n")) {
    const file = /noRestrictedImports,file=([^,]+),/.exec(line)?.[1];
    if (file !== undefined) refused.add(relative(process.cwd(), file));
  }
});

afterAll(() => {
  for (const file of made) rmSync(file, { force: true });
});

describe("import rules", () => {
  it.each(FORBIDDEN)("%s may not import %s", (folder, from) => {
    expect([...refused]).toContain(probe(folder, from));
  });

  it.each(ALLOWED)("%s may import %s", (folder, from) => {
    expect([...refused]).not.toContain(probe(folder, from));
  });
});
