import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { runBenchmark } from "@/bench/harness/clean-up";
import { openDashboard } from "@/bench/harness/dashboard";
import { SMOKE, sized } from "@/bench/harness/smoke";
import type { ScryptInput } from "@/lib/auth/passwords/password-queue";
import { say, step } from "@/scripts/up/progress";
import { type Check, passwordCheck, tokenCheck } from "./checks";
import { compare, timeInTurns } from "./compare";

const DEFAULT_ATTEMPTS = sized(10_000, 5);
const MIN_ATTEMPTS = sized(100, 5);
const TIMEOUT_MS = 3 * 3_600_000;
/** scrypt takes the same time for every password and would only hide other differences. It is made cheap here. */
const CHEAP = { N: 2, r: 8, p: 1 };

function cheapenScrypt(): void {
  // Hashes are computed on worker threads, so the cost is reduced in the messages sent to them.
  Worker.prototype.postMessage = new Proxy(Worker.prototype.postMessage, {
    apply(target, self, [input]: [ScryptInput]) {
      return Reflect.apply(target, self, [{ ...input, options: { ...input.options, ...CHEAP } }]);
    },
  });
}

/** Times a check's kinds and prints the result. Returns false if a kind can be distinguished from the first. */
async function judge({ name, kinds }: Check, attempts: number): Promise<boolean> {
  const samples = await step(`Timing ${attempts} tries of each kind: ${name}`, () =>
    timeInTurns(kinds, attempts),
  );
  const [first, ...others] = kinds;
  const base = samples.get(first.name) ?? [];
  const lines = others.map((kind) => {
    const { median, difference, noise, within } = compare(samples.get(kind.name) ?? [], base);
    const [ms, apart, by] = [median, difference, noise].map((value) => value.toFixed(4));
    return {
      within,
      text: `  ${kind.name.padEnd(40)} ${ms} ms, ${apart} apart, noise ${by}  ${within ? "within" : "REPORTED APART"}`,
    };
  });
  for (const { text } of lines) say(text);
  return lines.every(({ within }) => within);
}

/**
 * `npm run test:timing [-- --tries N]`: checks whether the time of a rejection reveals an existing token or a
 * registered e-mail address. Attempts of all kinds alternate in a new random order each round. Exits with a code other
 * than 0 if a median differs from the first kind's by more than noise.
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { values } = parseArgs({ options: { tries: { type: "string" }, smoke: { type: "boolean" } } });
  const attempts = Number(values.tries ?? DEFAULT_ATTEMPTS);
  if (!Number.isInteger(attempts) || attempts < MIN_ATTEMPTS)
    throw new Error(`--tries: expected a whole number from ${MIN_ATTEMPTS}`);
  const { db } = await step("Starting PostgreSQL", () => openDashboard(onEnd));
  cheapenScrypt();
  // Unknown e-mail addresses are recorded as keyed hashes, which need a key.
  process.env.NEXTAUTH_SECRET ??= randomBytes(32).toString("hex");
  const checks = [
    await tokenCheck(db, "share", "api"),
    await tokenCheck(db, "embed", "share"),
    await tokenCheck(db, "wall", "api"),
    await tokenCheck(db, "calendar", "share"),
    await tokenCheck(db, "api", "calendar"),
    await passwordCheck(db),
  ];
  let good = true;
  for (const check of checks) good = (await judge(check, attempts)) && good;
  // A few attempts are not enough for a comparison. The smoke run only checks that the program works.
  if (!good && !SMOKE) process.exitCode = 1;
});
