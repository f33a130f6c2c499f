import { fileURLToPath } from "node:url";
import { defineConfig, type UserWorkspaceConfig, type ViteUserConfig } from "vitest/config";
import { findIsolatedFiles } from "./scripts/test/isolated-files";
import { LongestFirst } from "./scripts/test/longest-first";

const root = fileURLToPath(new URL(".", import.meta.url));

/** The parts of Drizzle that are bundled for the tests. */
const DRIZZLE = [
  "drizzle-orm",
  "drizzle-orm/pg-core",
  "drizzle-orm/node-postgres",
  "drizzle-orm/node-postgres/migrator",
];

const isolatedFiles = findIsolatedFiles(root);
const EXCLUDED = [
  "node_modules/**",
  ".next/**",
  ".data/**",
  ".data-dev/**",
  ".cache/**",
  // These take minutes and run in `npm run test:service`, not in `npm test`.
  ...(process.env.LONG_TESTS ? [] : ["**/*.long.test.ts"]),
];

const resolve: ViteUserConfig["resolve"] = {
  alias: [
    { find: /^@\//, replacement: root },
    { find: "server-only", replacement: `${root}node_modules/next/dist/compiled/server-only/empty.js` },
  ],
};

function project(name: string, isolate: boolean, include: string[], exclude: string[]): UserWorkspaceConfig {
  return {
    resolve,
    test: {
      name,
      isolate,
      include,
      exclude: [...EXCLUDED, ...exclude],
      setupFiles: ["scripts/test/cheap-passwords.ts"],
      env: { NEXTAUTH_SECRET: "what secrets are kept under in tests", SEED_SAMPLES: "off" },
      pool: "forks",
      // Drizzle has hundreds of files, which every test file would load again in half a second of CPU time. `pg` keeps one
      // copy for Drizzle and the tests.
      deps: {
        optimizer: { ssr: { enabled: true, include: DRIZZLE, exclude: ["pg"] } },
      },
      chaiConfig: { truncateThreshold: 0 },
      // Only ends hung tests. On a busy machine every test may take many times longer than alone.
      testTimeout: 180_000,
      hookTimeout: 180_000,
    },
  };
}

export default defineConfig({
  resolve,
  test: {
    // Of the root, so that both projects have one cluster.
    globalSetup: ["lib/platform/postgres/test-cluster.ts", "tracking-service/conformance/coordinator.ts"],
    // One more than the cores of a small machine, because many tests wait.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      project("isolated", true, isolatedFiles, []),
      project("shared", false, ["**/*.test.{ts,tsx}"], isolatedFiles),
    ],
  },
});
