import { join } from "node:path";
import { Writable } from "node:stream";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { createVitest, type Reporter, type TestModule, type Vitest } from "vitest/node";
import config from "@/vitest.config";
import { type PlantedFault, readMistake } from "./planted-fault";

const ROOT = process.cwd();
/** The project of all tests without a fault. */
const WITHOUT_FAULT = "without a fault";
/** Only ends tests that a fault makes hang. */
const TIMEOUT_MS = 30_000;
/** How long a stopped run waits for its test processes. PostgreSQL ends before them. */
const STOP_MS = 5_000;

/** Whether a fault was caught. `by`: the test that failed, or why none failed. */
interface Outcome {
  fault: PlantedFault;
  isCaught: boolean;
  by: string;
}

/** The results of all faults, and the tests that fail without one: these catch nothing. */
export interface Outcomes {
  outcomes: Outcome[];
  failedWithoutFault: string[];
}

interface ChangedModule {
  path: string;
  text: string;
  loaded: () => void;
}

/** A project of Vitest: some test files, for which one module has a changed text. */
function projectOf(
  name: string,
  tests: readonly string[],
  changed: ChangedModule | null,
): TestProjectInlineConfiguration {
  const { setupFiles, env, pool } = config.test ?? {};
  return {
    root: ROOT,
    resolve: config.resolve,
    plugins: [
      {
        name: "planted-fault",
        enforce: "pre",
        transform(_, id) {
          if (changed === null || id.split("?")[0] !== changed.path) return null;
          changed.loaded();
          return { code: changed.text, map: null };
        },
      },
    ],
    test: {
      name,
      include: [...tests],
      setupFiles,
      env,
      pool,
      testTimeout: TIMEOUT_MS,
      hookTimeout: TIMEOUT_MS,
    },
  };
}

/** A test that only took too long says nothing: the machine may be busy. */
const isTimeout = ({ message }: { message: string }) => /^(Test|Hook) timed out/.test(message);

/** The tests that failed for another reason. */
const failedTests = (modules: readonly TestModule[]): string[] =>
  modules.flatMap((module) =>
    [...module.children.allTests("failed")]
      .filter((test) => test.result().errors?.some((error) => !isTimeout(error)))
      .map(({ fullName }) => `${module.relativeModuleId}: ${fullName}`),
  );

/** The reason why no test failed. A file that could not be loaded or set up catches nothing. */
function reasonOf(isLoaded: boolean, modules: readonly TestModule[]): string {
  const [error] = modules.flatMap((module) => [
    ...module.errors(),
    ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
  ]);
  if (error) return `no test ran: ${error.message}`;
  return isLoaded ? "no test failed" : "no test loaded the file";
}

/**
 * Takes the output of tests that are meant to fail. Every test process is piped to it, and the first one that ends would
 * close it: the others would then wait forever to write their output.
 */
class Discard extends Writable {
  override _write(_chunk: unknown, _encoding: string, written: () => void): void {
    written();
  }
  override end(): this {
    return this;
  }
}

/** Ends the process on a signal. Vite's own listener would end it before PostgreSQL is stopped. */
function endOnSignal(vitest: Vitest): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.removeAllListeners(signal);
    process.once(signal, () => {
      setTimeout(() => process.exit(1), STOP_MS);
      void vitest.close().finally(() => process.exit(1));
    });
  }
}

/**
 * Runs the tests of each fault while its module has the mistake, two test files at once. `onDone` is called after each
 * file. `withoutFault`: all test files run once more, unchanged. Throws OutdatedFault before anything runs.
 */
export async function runFaults(
  faults: readonly PlantedFault[],
  { withoutFault, onDone }: { withoutFault: boolean; onDone: (done: number, all: number) => void },
): Promise<Outcomes> {
  const loaded = new Set<PlantedFault>();
  const projects: TestProjectInlineConfiguration[] = [];
  for (const fault of faults) {
    const text = await readMistake(fault);
    const changed = { path: join(ROOT, fault.file), text, loaded: () => loaded.add(fault) };
    projects.push(projectOf(fault.name, fault.tests, changed));
  }
  if (withoutFault) {
    const tests = [...new Set(faults.flatMap((fault) => fault.tests))];
    projects.push(projectOf(WITHOUT_FAULT, tests, null));
  }

  let [done, all] = [0, 0];
  const reporter: Reporter = {
    onTestRunStart(files) {
      all = files.length;
    },
    onTestModuleEnd() {
      done += 1;
      onDone(done, all);
    },
  };
  const discard = new Discard();
  const vitest = await createVitest(
    "test",
    {
      root: ROOT,
      config: false,
      watch: false,
      projects,
      reporters: [reporter],
      globalSetup: ["lib/platform/postgres/test-cluster.ts"],
      maxWorkers: 2,
    },
    { resolve: config.resolve },
    { stdout: discard, stderr: discard },
  );
  endOnSignal(vitest);
  try {
    const { testModules } = await vitest.start();
    const modulesOf = (name: string) => testModules.filter(({ project }) => project.name === name);
    const failedWithoutFault = failedTests(modulesOf(WITHOUT_FAULT));
    const outcomes = faults.map((fault): Outcome => {
      const modules = modulesOf(fault.name);
      const failed = failedTests(modules).find((title) => !failedWithoutFault.includes(title));
      return { fault, isCaught: failed !== undefined, by: failed ?? reasonOf(loaded.has(fault), modules) };
    });
    return { outcomes, failedWithoutFault };
  } finally {
    await vitest.close();
  }
}
