import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/test/longest-first";

const root = fileURLToPath(new URL(".", import.meta.url));

/** The parts of Drizzle that are bundled for the tests. */
const DRIZZLE = [
  "drizzle-orm",
  "drizzle-orm/pg-core",
  "drizzle-orm/node-postgres",
  "drizzle-orm/node-postgres/migrator",
];

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: root },
      { find: "server-only", replacement: `${root}node_modules/next/dist/compiled/server-only/empty.js` },
    ],
  },
  test: {
    include: ["**/*.test.{ts,tsx}"],
    exclude: [
      "node_modules/**",
      ".next/**",
      ".data/**",
      ".data-dev/**",
      ".cache/**",
      // These take minutes and run in `npm run test:service`, not in `npm test`.
      ...(process.env.LONG_TESTS ? [] : ["**/*.long.test.ts"]),
    ],
    setupFiles: ["scripts/test/cheap-passwords.ts"],
    globalSetup: ["lib/platform/postgres/test-cluster.ts", "tracking-service/conformance/coordinator.ts"],
    env: { NEXTAUTH_SECRET: "what secrets are kept under in tests" },
    pool: "forks",
    // Drizzle has hundreds of files, which every test file would load anew in half a second of CPU time. `pg` keeps one
    // copy for Drizzle and the tests.
    deps: {
      optimizer: { ssr: { enabled: true, include: DRIZZLE, exclude: ["pg"] } },
    },
    // One more than the cores of a small machine, because many tests wait.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Only ends hung tests. On a busy machine every test may take many times longer than alone.
    chaiConfig: { truncateThreshold: 0 },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
