import { parseArgs } from "node:util";
import { FAULTS_BY_AREA } from "./planted-faults/all-faults";
import { OutdatedFault } from "./planted-faults/planted-fault";
import { type Outcomes, runFaults } from "./planted-faults/run-faults";

/** One fault of pure rules, one that any test of the file catches, and one with a database. */
const SMOKE: readonly string[] = [
  "a last free day ends when it begins",
  "any signature of the right length is accepted",
  "a code of the second factor is valid twice",
];

const { values } = parseArgs({
  options: {
    smoke: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [""] },
  },
});

const chosen = Object.entries(FAULTS_BY_AREA).flatMap(([area, faults]) =>
  faults
    .filter(({ name, file }) =>
      values.smoke ? SMOKE.includes(name) : values.only.some((text) => `${name} ${file}`.includes(text)),
    )
    .map((fault) => ({ area, fault })),
);

/** The results as a Markdown table, each fault with the test that failed. */
function tableOf({ outcomes }: Outcomes): string {
  const lines = outcomes.map(({ fault, isCaught, by }) => {
    const area = chosen.find((one) => one.fault === fault)?.area ?? "";
    return `| ${area} | ${fault.name} | \`${fault.file}\` | ${isCaught ? by : `**NOT CAUGHT**: ${by}`} |`;
  });
  return ["| area | fault | file | caught by |", "|---|---|---|---|", ...lines].join("\n");
}

/**
 * `npm run test:faults [-- --only TEXT …]`: plants each fault in one module and runs the tests that must catch it.
 * TEXT is a part of a fault's name or file. `--smoke` runs three faults and not the tests without a fault, for `npm test`.
 * Fails if a fault is not caught, no longer fits its file, or a test fails without a fault.
 */
async function main(): Promise<boolean> {
  const outcomes = await runFaults(
    chosen.map(({ fault }) => fault),
    {
      withoutFault: !values.smoke,
      onDone: (done, all) => process.stderr.write(`\r${done} of ${all} test files`),
    },
  );
  process.stderr.write("\n");
  const caught = outcomes.outcomes.filter(({ isCaught }) => isCaught).length;
  console.log(tableOf(outcomes));
  for (const title of outcomes.failedWithoutFault) console.log(`Fails without a fault: ${title}`);
  console.log(`\n${caught} of ${chosen.length} caught`);
  return chosen.length > 0 && caught === chosen.length && outcomes.failedWithoutFault.length === 0;
}

const isGood = await main().catch((error) => {
  if (!(error instanceof OutdatedFault)) throw error;
  console.error(error.message);
  return false;
});
process.exit(isGood ? 0 : 1);
