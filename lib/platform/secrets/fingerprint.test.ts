import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function under(nextauthSecret: string) {
  vi.resetModules();
  vi.stubEnv("SECRETS_KEY", "");
  vi.stubEnv("NEXTAUTH_SECRET", nextauthSecret);
  return (await import("./fingerprint")).markOf;
}

it("identifies the same secret, and reveals nothing else about it", async () => {
  const markOf = await under("n".repeat(32));
  expect(markOf("Bearer one", "webhook 1")).toBe(markOf("Bearer one", "webhook 1"));
  expect(markOf("Bearer one", "webhook 1")).not.toContain("Bearer");
  expect(markOf("Bearer two", "webhook 1")).not.toBe(markOf("Bearer one", "webhook 1"));
  expect(markOf("Bearer one", "webhook 2")).not.toBe(markOf("Bearer one", "webhook 1"));
});

it("differs under another key", async () => {
  const before = (await under("n".repeat(32)))("Bearer one", "webhook 1");
  expect((await under("m".repeat(32)))("Bearer one", "webhook 1")).not.toBe(before);
});
