import { afterEach, describe, expect, it, vi } from "vitest";

const secret = "whsec-given-by-the-service";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Loads the module as a process with these settings does. */
type Keys = { SECRETS_KEY?: string; OLD_SECRETS_KEY?: string; NEXTAUTH_SECRET?: string };
async function under(settings: Keys) {
  vi.resetModules();
  vi.stubEnv("SECRETS_KEY", settings.SECRETS_KEY ?? "");
  vi.stubEnv("OLD_SECRETS_KEY", settings.OLD_SECRETS_KEY ?? "");
  vi.stubEnv("NEXTAUTH_SECRET", settings.NEXTAUTH_SECRET ?? "");
  return import("./seal");
}
const one = { NEXTAUTH_SECRET: "n".repeat(32) };
const other = { SECRETS_KEY: "s".repeat(32) };

describe("a sealed secret", () => {
  it("is decrypted again, reveals nothing, and is a different text each time", async () => {
    const { seal, unseal, isSealed } = await under(one);
    const [first, second] = [seal(secret, "webhook w-1"), seal(secret, "webhook w-1")];
    expect(first).not.toBe(second);
    for (const sealed of [first, second]) {
      expect(isSealed(sealed)).toBe(true);
      expect(sealed).not.toContain(secret);
      expect(Buffer.from(sealed.slice(10), "base64url").toString("latin1")).not.toContain("whsec");
      expect(unseal(sealed, "webhook w-1")).toBe(secret);
    }
    expect(unseal(seal("", "x"), "x")).toBe("");
    expect(unseal(seal("größer 🚢", "x"), "x")).toBe("größer 🚢");
  });

  it("is decrypted by another process with the same settings", async () => {
    const sealed = (await under(one)).seal(secret, "x");
    expect((await under(one)).unseal(sealed, "x")).toBe(secret);
  });

  it("is still decrypted once SECRETS_KEY is set; later secrets are not decrypted without it", async () => {
    const before = (await under(one)).seal(secret, "x");
    const both = await under({ ...one, ...other });
    expect(both.unseal(before, "x")).toBe(secret);
    const after = both.seal(secret, "x");
    expect((await under(one)).unseal(after, "x")).toBeNull();
    expect((await under({ ...other, NEXTAUTH_SECRET: "m".repeat(32) })).unseal(after, "x")).toBe(secret);
  });
});

describe("unsealing", () => {
  it("returns null with another key", async () => {
    const sealed = (await under(one)).seal(secret, "x");
    expect((await under(other)).unseal(sealed, "x")).toBeNull();
  });

  it("returns null for another purpose", async () => {
    const { seal, unseal } = await under(one);
    expect(unseal(seal(secret, "webhook w-1"), "webhook w-2")).toBeNull();
  });

  it("returns null for a modified or truncated text", async () => {
    const { seal, unseal } = await under(one);
    const sealed = seal(secret, "x");
    const bytes = Buffer.from(sealed.slice(10), "base64url");
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(unseal(`sealed:v1:${changed.toString("base64url")}`, "x")).toBeNull();
      expect(unseal(`sealed:v1:${bytes.subarray(0, at).toString("base64url")}`, "x")).toBeNull();
    }
  });

  it.each(["", "sealed:v1:", "sealed:v2:AAAA", secret])(
    "returns null for %j, which was not sealed",
    async (text) => {
      const { unseal } = await under(one);
      expect(unseal(text, "x")).toBeNull();
    },
  );

  it("fails without a key, with an error that names the setting", async () => {
    const { seal } = await under({});
    expect(() => seal(secret, "x")).toThrow(/SECRETS_KEY/);
  });
});

describe("a secret sealed with an earlier key", () => {
  const old = { SECRETS_KEY: "o".repeat(32) };
  const changed = { ...other, OLD_SECRETS_KEY: old.SECRETS_KEY };

  it("is decrypted while that key is set, and re-encrypted once", async () => {
    const before = (await under(old)).seal(secret, "x");
    expect((await under(other)).unseal(before, "x")).toBeNull();
    const { unseal, sealedAnew } = await under(changed);
    expect(unseal(before, "x")).toBe(secret);
    const renewed = sealedAnew(before, "x") ?? "";
    expect(sealedAnew(renewed, "x")).toBeNull();
    expect((await under(other)).unseal(renewed, "x")).toBe(secret);
  });

  it("is left unchanged if it cannot be decrypted, or has another purpose", async () => {
    const before = (await under(old)).seal(secret, "x");
    expect((await under(other)).sealedAnew(before, "x")).toBeNull();
    const { sealedAnew } = await under(changed);
    for (const text of [before, "plain", "sealed:v1:"]) expect(sealedAnew(text, "y")).toBeNull();
  });
});
