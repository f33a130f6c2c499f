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
      ".cache/**",
      // Minutes of waiting: of `npm run test:service`, not of `npm test`.
      ...(process.env.LONG_TESTS ? [] : ["**/*.long.test.ts"]),
    ],
    setupFiles: ["scripts/test/cheap-passwords.ts"],
    globalSetup: ["lib/platform/postgres/test-cluster.ts", "tracking-service/conformance/coordinator.ts"],
    env: { NEXTAUTH_SECRET: "what secrets are kept under in tests" },
    pool: "forks",
    // One more than the cores of a small machine: many of them wait.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Only to end what hangs: on a busy machine everything may take many times as long as alone.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
