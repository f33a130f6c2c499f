import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { ENDPOINTS } from "@/tracking-service/routes/all";

const here = dirname(fileURLToPath(import.meta.url));

/**
 * The rows of the two documents (docs/decisions/0026). A line of rows.txt is a section, ": " and its items, which
 * indented lines continue. A section without items is a row by itself.
 */
function readRows(): string[] {
  const sections = readFileSync(join(here, "rows.txt"), "utf8")
    .trimEnd()
    .split(/\n(?! )/);
  return sections.flatMap((section) => {
    const [first = "", ...others] = section.split(/ \| |\n {2}/);
    const prefix = first.slice(0, first.indexOf(": ") + 2);
    return [first, ...others.map((item) => prefix + item)];
  });
}

/** Whether every file of the suite ran completely. Only then is an untested endpoint reported. */
function isWholeRun({ vitest }: TestProject, ran: string[]): boolean {
  const files = readdirSync(here).filter((name) => name.endsWith(".test.ts"));
  const narrowed = vitest.config.testNamePattern !== undefined;
  return !narrowed && files.every((name) => ran.includes(name));
}

const operations = () =>
  ENDPOINTS.flatMap(({ path, methods }) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );

/** Whether a title contains the complete row: `pickup_lfd` does not match `pickup_lfd_line`. */
function tells(title: string, row: string): boolean {
  for (let at = title.indexOf(row); at >= 0; at = title.indexOf(row, at + 1)) {
    if (!/^[\w.[\]/{]*\w/.test(title.slice(at + row.length))) return true;
  }
  return false;
}

/**
 * A row has a test when the full name of a passed test contains it. The full name joins the titles with ": ". Prints
 * how many rows of the documents have a test, and the rows without one. Returns true when a test is missing.
 * Some rows are skipped when the target is not our own service.
 */
export function reportCoverage(project: TestProject, called: ReadonlySet<string>): boolean {
  const modules = project.vitest.state.getTestModules().filter((each) => dirname(each.moduleId) === here);
  const titles = modules.flatMap((module) =>
    [...module.children.allTests("passed")].map(({ fullName }) => fullName.replaceAll(" > ", ": ")),
  );
  const rows = readRows();
  const untested = rows.filter((row) => !titles.some((title) => tells(title, row)));
  console.log(
    `Conformance: ${rows.length - untested.length} of ${rows.length} rows have a test that passed.`,
  );
  const whole = isWholeRun(
    project,
    modules.map(({ moduleId }) => basename(moduleId)),
  );
  if (!whole) return false;
  const uncalled = operations().filter((operation) => !called.has(operation));
  const lacking = project.getProvidedContext().foreignTarget ? "not shown there" : "no test";
  for (const row of untested) console.log(`  ${lacking}: ${row}`);
  for (const operation of uncalled) console.log(`  never called: ${operation}`);
  return untested.length + uncalled.length > 0;
}
