import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { makeNonce, NOTICES_STYLE, pagePolicy } from "./content-security-policy";

describe("the nonce", () => {
  it("has 128 random bits that Next reads from the policy unchanged", () => {
    const nonces = new Set(Array.from({ length: 1_000 }, makeNonce));
    expect(nonces.size).toBe(1_000);
    for (const nonce of nonces) expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  });
});

describe("the policy of a page", () => {
  const directives = new Map(
    pagePolicy("bm9uY2U=", ["https://intranet.example", "'self'"])
      .split("; ")
      .map((line) => {
        const [name = "", ...sources] = line.split(" ");
        return [name, sources];
      }),
  );

  it("allows scripts only by nonce", () => {
    expect(directives.get("script-src")).toEqual(["'nonce-bm9uY2U='", "'strict-dynamic'"]);
    expect(directives.get("object-src")).toEqual(["'none'"]);
    expect(directives.get("base-uri")).toEqual(["'none'"]);
  });

  it("blocks loading from and sending to other origins", () => {
    expect(directives.get("default-src")).toEqual(["'self'"]);
    expect(directives.get("form-action")).toEqual(["'self'"]);
    const elsewhere = [...directives].filter(
      ([name, sources]) => name !== "frame-ancestors" && /https?:|\*/.test(sources.join(" ")),
    );
    expect(elsewhere).toEqual([]);
  });

  it("lists the allowed frame ancestors", () => {
    expect(directives.get("frame-ancestors")).toEqual(["https://intranet.example", "'self'"]);
  });

  it("contains the current hash of the notice style sheet in the package", async () => {
    const path = createRequire(import.meta.url).resolve("sonner");
    const text = await readFile(path, "utf8");
    const [, written] = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(text) ?? [];
    const sheet = z.string().parse(JSON.parse(written ?? "null"));
    expect(NOTICES_STYLE).toEqual(
      [sheet, ""].map((style) => `sha256-${createHash("sha256").update(style).digest("base64")}`),
    );
  });
});

describe("the policy in development", () => {
  afterEach(() => vi.unstubAllEnvs());
  const inMode = (mode: "production" | "development") => {
    vi.stubEnv("NODE_ENV", mode);
    return pagePolicy("bm9uY2U=", ["'none'"]).split("; ");
  };

  it("is not that of production, which is written out here", () => {
    expect(inMode("production")).toEqual([
      "default-src 'self'",
      "script-src 'nonce-bm9uY2U=' 'strict-dynamic'",
      `style-src 'self' 'nonce-bm9uY2U=' ${NOTICES_STYLE.map((hash) => `'${hash}'`).join(" ")}`,
      "style-src-attr 'unsafe-inline'",
      "worker-src 'self'",
      "img-src 'self' data: blob:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
  });

  it("adds only evaluated scripts and style elements, for hot reload", () => {
    const production = inMode("production");
    expect(inMode("development").filter((line) => !production.includes(line))).toEqual([
      "script-src 'nonce-bm9uY2U=' 'strict-dynamic' 'unsafe-eval'",
      "style-src 'self' 'unsafe-inline'",
    ]);
  });
});
