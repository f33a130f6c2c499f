import { describe, expect, it } from "vitest";
import { findLayoutProblems } from "./layout";
import { LOCKS_FILE, MAX_FILES, MAY_IMPORT, PACKAGE_FOLDERS } from "./layout-rules";

const problemsOf = (files: Record<string, string>) => findLayoutProblems(new Map(Object.entries(files)));
const importing = (from: string, target: string) =>
  problemsOf({
    [`${from}/probe.ts`]: `import { x } from "@/${target.replace(/\.ts$/, "")}";\n`,
    [target]: "export const x = 1;\n",
  }).imports;

/** A file that each rule must reject for a folder. Lower layers must not import higher ones. */
const FORBIDDEN: [from: string, target: string][] = [
  ["lib/platform/config", "lib/domain/time/moment.ts"],
  ["lib/contract", "lib/platform/log.ts"],
  ["lib/features/work-orders", "lib/features/reports/messages.ts"],
  ["lib/domain/time", "lib/platform/database/client.ts"],
  ["lib/domain/time", "lib/features/board/rules/columns.ts"],
  ["lib/realtime", "lib/mirror/read-status.ts"],
  ["lib/tracking-client", "lib/mirror/read-status.ts"],
  ["lib/mirror/apply", "lib/tracking-client/client.ts"],
  ["lib/mirror/apply", "lib/features/board/rules/columns.ts"],
  ["lib/mirror/apply", "components/ui/button.tsx"],
  ["lib/sync/runs", "lib/ingest/inbox.ts"],
  ["lib/sync/runs", "lib/features/holds/commands.ts"],
  ["lib/ingest", "lib/sync/runs/run.ts"],
  ["lib/ingest", "lib/features/board/messages.ts"],
  ["lib/auth/sessions", "lib/tracking-client/client.ts"],
  ["lib/auth/commands", "lib/mirror/apply/apply.ts"],
  ["lib/features/moves/rules", "lib/features/board/messages.ts"],
  ["lib/features/board/queries", "lib/features/saved-views/commands.ts"],
  ["lib/features/saved-views", "lib/features/feeds/commands/feeds.ts"],
  ["lib/features/bulk-jobs", "lib/features/bulk-job-runner/run-jobs.ts"],
  ["lib/features/bulk-job-runner", "lib/features/reports/messages.ts"],
  ["lib/features/connection/queries", "lib/features/board/messages.ts"],
  ["lib/features/containers/queries", "lib/features/sharing/rules/shared-pages.ts"],
  ["lib/features/driver-reports/queries", "lib/features/containers/rules.ts"],
  ["lib/features/feeds/queries", "lib/features/reports/messages.ts"],
  ["lib/features/parties/queries", "lib/features/board/messages.ts"],
  ["lib/features/reports/queries", "lib/features/feeds/commands/feeds.ts"],
  ["lib/features/samples", "lib/features/reports/messages.ts"],
  ["lib/features/sharing/rules", "lib/features/reports/messages.ts"],
  ["lib/features/tracking-requests/rules", "lib/features/containers/queries/container-page.ts"],
  ["lib/features/board/rules", "components/ui/button.tsx"],
  ["components/board", "lib/features/board/queries/board.ts"],
  ["components/board", "lib/platform/database/client.ts"],
  ["components/board", "app/layout.tsx"],
  ["components/ui", "e2e/gallery/support/stage.tsx"],
  ["app/(dashboard)/board", "e2e/gallery/sections.ts"],
  ["app/(dashboard)/board", "lib/mirror/read-status.ts"],
  ["app/(dashboard)/board", "tracking-service/service.ts"],
  ["app/api/board", "lib/sync/runs/run.ts"],
  ["app/api/webhooks/tracking", "lib/tracking-client/client.ts"],
  ["tracking-service/routes", "lib/domain/time/moment.ts"],
  ["tracking-service/routes", "app/layout.tsx"],
  ["scripts/up", "bench/harness/fleet.ts"],
  ["scripts/up", "e2e/system/programs.ts"],
  ["scripts/planted-faults", "bench/harness/fleet.ts"],
  ["bench/harness", "e2e/system/programs.ts"],
  ["e2e/system", "proxy.ts"],
];

const ROOT_FILES: [file: string, target: string][] = [
  ["proxy.ts", "lib/mirror/read-status.ts"],
  ["instrumentation.ts", "lib/sync/runs/run.ts"],
  ["instrumentation-client.ts", "lib/platform/log.ts"],
  ["worker.ts", "components/ui/button.tsx"],
  ["scripts/test.ts", "bench/harness/fleet.ts"],
  ["vitest.config.ts", "lib/platform/log.ts"],
  ["playwright.config.ts", "bench/harness/fleet.ts"],
  ["vitest.gallery.config.ts", "lib/platform/log.ts"],
  ["next.config.ts", "scripts/up/build.ts"],
  ["postcss.config.mjs", "lib/platform/log.ts"],
  ["public/probe.ts", "lib/platform/log.ts"],
];

describe("imports", () => {
  it.each(FORBIDDEN)("rejects that %s imports %s", (from, target) => {
    expect(importing(from, target)).toEqual([`${from}/probe.ts: must not import ${target}`]);
  });

  it.each(ROOT_FILES)("rejects that the file %s imports %s", (file, target) => {
    const files = { [file]: `import { x } from "@/${target.replace(/\.tsx?$/, "")}";\n`, [target]: "" };
    expect(problemsOf(files).imports).toEqual([`${file}: must not import ${target}`]);
  });

  it("has a rejected import for each rule", () => {
    const matches = (path: string, rule: string) => {
      const parts = path.split("/");
      return rule.split("/").every((part, index) => part === "*" || part === parts[index]);
    };
    const attempted = [...FORBIDDEN, ...ROOT_FILES].map(([from]) => from);
    expect(Object.keys(MAY_IMPORT).filter((rule) => !attempted.some((path) => matches(path, rule)))).toEqual(
      [],
    );
  });

  it.each([
    ["lib/domain/time", "lib/contract/container.ts"],
    ["lib/domain/time", "lib/platform/text/json-equality.ts"],
    ["lib/features/feeds/queries", "lib/features/saved-views/commands.ts"],
    ["lib/features/board/queries", "lib/features/board/rules/columns.ts"],
    ["components/board", "lib/features/board/rules/columns.ts"],
    ["components/board", "lib/features/board/messages.ts"],
    ["app/api/webhooks/tracking", "lib/tracking-client/registered-webhook.ts"],
    ["e2e/system", "bench/harness/fleet.ts"],
  ])("lets %s import %s", (from, target) => expect(importing(from, target)).toEqual([]));

  it("rejects a folder without a rule", () => {
    expect(problemsOf({ "lib/drawer/probe.ts": "" }).imports).toEqual([
      "lib/drawer/probe.ts: scripts/check/layout-rules.ts has no rule for this folder",
    ]);
  });

  it("rejects an import of the parent folder", () => {
    const { imports } = problemsOf({ "lib/sync/runs/probe.ts": 'import { x } from "../lists/y";\n' });
    expect(imports).toEqual(['lib/sync/runs/probe.ts: import "../lists/y" as "@/…"']);
  });

  it.each(Object.keys(PACKAGE_FOLDERS))("rejects the package %s outside its folders", (name) => {
    const path = PACKAGE_FOLDERS[name]?.includes("components")
      ? "tracking-service/probe.ts"
      : "components/probe.ts";
    const { imports } = problemsOf({ [path]: `import x from "${name}/part";\n` });
    expect(imports).toEqual([`${path}: must not import the package ${name}`]);
  });

  it("ignores tests", () => {
    const files = { "lib/contract/probe.test.ts": 'import "@/app/layout";\n', "app/layout.tsx": "" };
    expect(problemsOf(files)).toEqual({ imports: [], cycles: [], folders: [], locks: [] });
  });
});

describe("cycles", () => {
  it("finds files that import each other, including types, re-exports and dynamic imports", () => {
    const { cycles } = problemsOf({
      "lib/domain/a.ts": 'import type { B } from "./b";\n',
      "lib/domain/b.ts": 'export { C } from "@/lib/domain/c";\n',
      "lib/domain/c.ts": 'const later = () => import("./a");\n',
      "lib/domain/d.ts": 'import { B } from "./b";\n',
    });
    expect(cycles).toEqual(["lib/domain/a.ts ↔ lib/domain/b.ts ↔ lib/domain/c.ts"]);
  });
});

describe("advisory locks", () => {
  const taking = (path: string) =>
    problemsOf({ [path]: 'client.query("select pg_try_advisory_xact_lock(1)");\n' }).locks;

  it("are rejected outside their file, except in tests", () => {
    expect(taking("lib/mirror/apply/probe.ts")).toEqual([
      `lib/mirror/apply/probe.ts: take advisory locks with ${LOCKS_FILE}`,
    ]);
    expect(taking("lib/mirror/apply/probe.test.ts")).toEqual([]);
    expect(taking(LOCKS_FILE)).toEqual([]);
  });
});

describe("folders", () => {
  const files = (count: number, name: (index: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), ""]));

  it("rejects a folder with one file too many, not counting tests", () => {
    const full = files(MAX_FILES, (index) => `lib/domain/f${index}.ts`);
    expect(problemsOf({ ...full, "lib/domain/f0.test.ts": "" }).folders).toEqual([]);
    expect(problemsOf({ ...full, "lib/domain/more.ts": "" }).folders).toEqual([
      `lib/domain: ${MAX_FILES + 1} files, ${MAX_FILES} at most`,
    ]);
  });
});
