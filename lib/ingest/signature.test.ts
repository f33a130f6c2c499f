import { describe, expect, it } from "vitest";
import { isSigned, signatureOf } from "./signature";

const secret = "whsec-of-this-installation";
const body = Buffer.from('{"data":{"id":"n-1"}}\n');
const right = signatureOf(body, secret);

describe("a signature", () => {
  it("is the hex HMAC-SHA256 of the raw body", () => {
    expect(signatureOf("what do ya want for nothing?", "Jefe")).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
  });

  it("matches its own body, in either hex case, under any current secret", () => {
    expect(isSigned(body, right, [secret])).toBe(true);
    expect(isSigned(body, ` ${right.toUpperCase()} `, ["another one", secret])).toBe(true);
  });

  it.each([
    ["none", null],
    ["an empty one", ""],
    ["one of another secret", signatureOf(body, "whsec-of-another")],
    ["one of another body", signatureOf(Buffer.concat([body, Buffer.from(" ")]), secret)],
    ["one cut short", right.slice(0, -1)],
    ["one too long", `${right}0`],
    ["the first half of one", right.slice(0, 32)],
    ["one in base64", Buffer.from(right, "hex").toString("base64")],
    ["one with a scheme before it", `sha256=${right}`],
    ["two, one of them right", `${right},${right}`],
    ["signs that are no hex", "ä".repeat(64)],
    ["the secret itself", secret],
  ])("does not match: %s", (_, claimed) => {
    expect(isSigned(body, claimed, [secret])).toBe(false);
  });

  it("does not match a body with one changed byte at any position", () => {
    for (let at = 0; at < body.length; at += 1) {
      const changed = Buffer.from(body);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(isSigned(changed, right, [secret])).toBe(false);
    }
  });

  it("matches nothing without a known secret", () => {
    expect(isSigned(body, right, [])).toBe(false);
    expect(isSigned(body, signatureOf(body, ""), [])).toBe(false);
  });
});
