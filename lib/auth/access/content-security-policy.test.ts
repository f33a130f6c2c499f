import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { makeNonce, NOTICES_STYLE, pagePolicy } from "./content-security-policy";

describe("a nonce", () => {
  it("is 128 random bits that Next takes out of the policy as they are", () => {
    const nonces = new Set(Array.from({ length: 1_000 }, makeNonce));
    expect(nonces.size).toBe(1_000);
    for (const nonce of nonces) expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  });
});

describe("a page's policy", () => {
  const directives = new Map(
    pagePolicy("bm9uY2U=", ["https://intranet.example", "'self'"])
      .split("; ")
      .map((line) => {
        const [name = "", ...sources] = line.split(" ");
        return [name, sources];
      }),
  );

  it("runs scripts by their nonce alone", () => {
    expect(directives.get("script-src")).toEqual(["'nonce-bm9uY2U='", "'strict-dynamic'"]);
    expect(directives.get("object-src")).toEqual(["'none'"]);
    expect(directives.get("base-uri")).toEqual(["'none'"]);
  });

  it("lets nothing be loaded from, or sent to, another place", () => {
    expect(directives.get("default-src")).toEqual(["'self'"]);
    expect(directives.get("form-action")).toEqual(["'self'"]);
    const elsewhere = [...directives].filter(
      ([name, sources]) => name !== "frame-ancestors" && /https?:|\*/.test(sources.join(" ")),
    );
    expect(elsewhere).toEqual([]);
  });

  it("names who may frame it", () => {
    expect(directives.get("frame-ancestors")).toEqual(["https://intranet.example", "'self'"]);
  });

  it("knows the style sheet of the notices as the package has it", async () => {
    const path = createRequire(import.meta.url).resolve("sonner");
    const text = await readFile(path, "utf8");
    const [, written] = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(text) ?? [];
    const sheet = z.string().parse(JSON.parse(written ?? "null"));
    expect(NOTICES_STYLE).toEqual(
      [sheet, ""].map((style) => `sha256-${createHash("sha256").update(style).digest("base64")}`),
    );
  });
});
