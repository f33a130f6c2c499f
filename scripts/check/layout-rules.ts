/**
 * The folders that each folder may import, for files that are not tests (ARCHITECTURE.md, "Who may import whom"). The
 * longest folder that matches a file's path applies. `*` matches one segment. A folder may always import itself.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = layers();

function layers() {
  const mirror = ["lib/realtime", "lib/domain", "lib/contract", "lib/platform"];
  const sync = ["lib/mirror", "lib/tracking-client", ...mirror];
  const features = ["lib/sync", "lib/ingest", "lib/auth", ...sync];
  const feature = (...others: string[]) => [...features, ...others.map((name) => `lib/features/${name}`)];
  const shown = ["rules", "rules.ts", "messages", "messages.ts", "urls.ts", "list-import/rules"].map(
    (part) => `lib/features/*/${part}`,
  );
  const app = [
    "app",
    "components",
    "lib/features",
    "lib/ingest",
    "lib/auth",
    "lib/platform",
    "lib/contract",
    "lib/domain",
  ];
  return {
    "lib/platform": [],
    "lib/contract": [],
    "lib/domain": ["lib/contract", "lib/platform/text", "lib/platform/sea-lanes.ts"],
    "lib/realtime": ["lib/platform"],
    "lib/tracking-client": ["lib/contract", "lib/platform"],
    "lib/mirror": mirror,
    "lib/sync": sync,
    "lib/ingest": [
      "lib/sync/fetch-queue",
      "lib/mirror",
      "lib/tracking-client",
      "lib/realtime",
      "lib/contract",
      "lib/platform",
    ],
    "lib/auth": ["lib/platform"],
    // The context of a command contains a client of the tracking service.
    "lib/auth/commands": ["lib/auth", "lib/tracking-client", "lib/platform"],
    "lib/features/*": feature(),
    "lib/features/board": feature("custom-fields"),
    "lib/features/saved-views": feature("board"),
    "lib/features/bulk-jobs": feature("board"),
    "lib/features/bulk-job-runner": feature(
      "bulk-jobs",
      "containers",
      "parties",
      "shipments",
      "tracking-requests",
    ),
    "lib/features/connection": feature("webhooks", "tracking-requests", "samples"),
    "lib/features/containers": feature(
      "board",
      "custom-fields",
      "documents",
      "driver-reports",
      "holds",
      "moves",
      "search",
      "tracking-requests",
      "work-orders",
    ),
    "lib/features/driver-reports": feature("documents"),
    "lib/features/feeds": feature("board", "containers", "moves", "saved-views"),
    "lib/features/parties": feature("shipments"),
    "lib/features/reports": feature("board", "tracking-requests"),
    "lib/features/samples": feature("parties", "moves", "holds", "saved-views"),
    "lib/features/sharing": feature("board", "containers", "documents", "driver-reports", "shipments"),
    "lib/features/work-orders": feature("moves", "parties"),
    "lib/features/tracking-requests": feature("bulk-jobs", "parties", "containers/urls.ts"),
    components: ["lib/domain", "lib/contract", "lib/platform/text", "lib/platform/build.ts", ...shown],
    app,
    "app/api": [...app, "lib/realtime"],
    // The webhook route verifies the signature with the secret of the registered webhook.
    "app/api/webhooks": [...app, "lib/realtime", "lib/tracking-client/registered-webhook.ts"],
    "proxy.ts": ["lib/features", "lib/auth", "lib/platform"],
    "instrumentation.ts": ["lib/auth", "lib/realtime", "lib/platform"],
    "instrumentation-client.ts": ["components"],
    "worker.ts": ["lib"],
    "tracking-service": ["lib/contract", "lib/platform"],
    scripts: ["lib", "tracking-service"],
    // `npm test` starts the systems of the browser tests while the unit tests run.
    "scripts/test.ts": ["scripts", "lib", "e2e/system"],
    "scripts/planted-faults": ["vitest.config.ts"],
    bench: ["scripts", "app", "components", "lib", "tracking-service"],
    e2e: ["bench", "scripts", "app", "components", "lib", "tracking-service"],
    "vitest.config.ts": ["scripts"],
    "vitest.gallery.config.ts": ["scripts"],
    "playwright.config.ts": ["scripts"],
    "next.config.ts": [],
    "postcss.config.mjs": [],
    public: [],
  } as const satisfies Record<string, readonly string[]>;
}

/** Packages that only some folders may import. */
export const PACKAGE_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  next: [
    "app",
    "components",
    "lib/auth",
    "lib/realtime",
    "lib/features",
    "next.config.ts",
    "proxy.ts",
    "e2e",
  ],
  "next-auth": ["app", "components", "lib/auth", "proxy.ts", "e2e"],
  react: ["app", "components", "lib/auth", "e2e"],
  "drizzle-orm": ["lib", "tracking-service", "scripts", "bench", "e2e"],
  pg: ["lib", "tracking-service", "scripts", "bench", "e2e"],
};

/**
 * The maximum number of non-test files in one folder. Migrations are never renamed or removed, so they do not count.
 */
export const MAX_FILES = 25;

/** The only file that takes advisory locks. */
export const LOCKS_FILE = "lib/platform/database/advisory-locks.ts";
