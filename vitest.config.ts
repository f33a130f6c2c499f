import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/test/longest-first";

const root = fileURLToPath(new URL(".", import.meta.url));

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
    // One more than the cores of a small machine, because many tests wait.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Only ends hung tests. On a busy machine every test may take many times longer than alone.
    chaiConfig: { truncateThreshold: 0 },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
