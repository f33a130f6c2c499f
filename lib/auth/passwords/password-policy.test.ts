import { describe, expect, it } from "vitest";
import { passwordProblem } from "./password-policy";

const owner = { email: "harbour.office@example.com", name: "Maria Oliveira" };

describe("a user's own password", () => {
  it.each([
    "four words are enough",
    "k7mqx-2hvbn-jd4ts-9wqpz",
    "größe zählt, Zeichen nicht",
    "パスワードは長いほうがいいです",
    "Oliveira likes long passwords",
    "xxxxyyyyzebra",
    `${"ab".repeat(500)}c`,
  ])("accepts %j", (password) => {
    expect(passwordProblem(password, owner)).toBeNull();
  });

  it.each([
    ["", /At least 12/],
    ["elevenchars", /At least 12/],
    // Twelve UTF-16 units, six characters.
    ["🚢🚢🚢🚢🚢🚢", /At least 12/],
    [`long ${"x".repeat(1020)}`, /At most 1,024/],
    ["1q2w3e4r5t6y", /This password is too common/],
    ["QWERTY123456", /This password is too common/],
    ["leavemealone", /This password is too common/],
    ["Password2026!!", /This password is too common/],
    ["!!!!Baseball1234", /This password is too common/],
    ["aaaaaaaaaaaaaaaa", /This password is too common/],
    ["abcabcabcabcabc", /This password is too common/],
    ["harbour.office@example.com", /This is too similar to the name or email/],
    ["Harbour.Office2026", /This is too similar to the name or email/],
    ["MariaOliveira1", /This is too similar to the name or email/],
    ["oliveiramaria", /This is too similar to the name or email/],
  ])("rejects %j", (password, problem) => {
    expect(passwordProblem(password, owner)).toMatch(problem);
  });

  it("compares with the e-mail if the user has no name", () => {
    expect(passwordProblem("harbouroffice!", { ...owner, name: null })).toMatch(
      /This is too similar to the name or email/,
    );
    expect(passwordProblem("four words are enough", { ...owner, name: null })).toBeNull();
  });
});
