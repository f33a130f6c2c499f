import { describe, expect, it, vi } from "vitest";
import { hashPassword, makePassword, passwordMatches, UNMATCHABLE_HASH } from "./password-hash";

vi.unmock("./hash-cost");

describe("password hash", () => {
  it("matches its own password and contains its cost", async () => {
    const hash = await hashPassword("correct horse");
    expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
    expect(hash).not.toContain("correct");
    expect(await passwordMatches("correct horse", hash)).toBe(true);
  });

  it("rejects any other password", async () => {
    const hash = await hashPassword("correct horse");
    for (const wrong of ["", "correct hors", "correct horse ", "Correct horse"]) {
      expect(await passwordMatches(wrong, hash)).toBe(false);
    }
  });

  it("is salted: two hashes of the same password differ", async () => {
    expect(await hashPassword("same")).not.toBe(await hashPassword("same"));
  });

  it("treats both encodings of an accented letter as equal", async () => {
    expect(await passwordMatches("caf\u0065\u0301", await hashPassword("caf\u00e9"))).toBe(true);
  });

  it("reads the cost from the hash, so that older hashes remain valid", async () => {
    const cheaper = "$scrypt$ln=4,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$";
    const { scryptSync } = await import("node:crypto");
    const key = scryptSync("old", Buffer.alloc(16), 32, { N: 16, r: 8, p: 1 });
    const hash = cheaper + key.toString("base64").replace(/=+$/, "");
    expect(await passwordMatches("old", hash)).toBe(true);
    expect(await passwordMatches("new", hash)).toBe(false);
  });

  it.each([
    "",
    "plain text",
    "$scrypt$ln=15,r=8,p=3$$",
    "$scrypt$ln=15,r=8,p=3$AAAAAAAAAAAAAAAAAAAAAA$",
    "$scrypt$ln=31,r=8,p=3$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "$2b$10$abcdefghijklmnopqrstuu",
  ])("matches no password against the unreadable hash %j", async (hash) => {
    expect(await passwordMatches("", hash)).toBe(false);
    expect(await passwordMatches("plain text", hash)).toBe(false);
  });

  it("has a hash for unknown e-mails with the same cost that matches nothing", async () => {
    expect(UNMATCHABLE_HASH.split("$")[2]).toBe((await hashPassword("x")).split("$")[2]);
    expect(await passwordMatches("", UNMATCHABLE_HASH)).toBe(false);
  });
});

describe("generated password", () => {
  it("has four readable groups and is never the same twice", () => {
    const created = Array.from({ length: 200 }, makePassword);
    expect(new Set(created).size).toBe(200);
    for (const password of created) expect(password).toMatch(/^[a-hjkmnp-z2-9]{5}(-[a-hjkmnp-z2-9]{5}){3}$/);
  });
});
