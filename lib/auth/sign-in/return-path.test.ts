import { describe, expect, it } from "vitest";
import { HOME_PATH, safeReturnPath, signInPath } from "./return-path";

describe("safeReturnPath", () => {
  it.each([
    "/containers/7f3a",
    "/board?queue=held&q=msku%20480",
    "/find?q=https://elsewhere.example/x",
    "/shipments#containers",
    "/apiary",
  ])("accepts Drayboard's own %s", (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  it.each([
    "https://elsewhere.example/board",
    "http:elsewhere.example",
    "//elsewhere.example/board",
    "///elsewhere.example",
    "/\\elsewhere.example",
    "\\\\elsewhere.example",
    "/board\\..\\..//elsewhere.example",
    "/\t/elsewhere.example",
    "/\n/elsewhere.example",
    "/board\r\nSet-Cookie: a=b",
    "/.//elsewhere.example",
    "/..//elsewhere.example",
    "javascript:alert(1)",
    "data:text/html,x",
    " /board?x",
    "board",
    "@elsewhere.example",
    ".elsewhere.example",
    "",
    `/${"a".repeat(3000)}`,
  ])("never follows %j", (requested) => {
    expect(safeReturnPath(requested)).toBe(HOME_PATH);
  });

  it.each([
    "/sign-in",
    "/sign-in?callbackUrl=/board",
    "/Sign-In",
    "/api/auth/sign-out",
    "/api",
    "/x/../api/board",
    "/",
  ])("does not lead to %s, which is not a page of Drayboard", (requested) => {
    expect(safeReturnPath(requested)).toBe(HOME_PATH);
  });

  it.each([undefined, null, 7, ["/board?a", "/board?b"], {}])(
    "treats %j as no requested page",
    (requested) => {
      expect(safeReturnPath(requested)).toBe(HOME_PATH);
    },
  );
});

describe("signInPath", () => {
  it("contains the page to return to, and omits other paths", () => {
    expect(signInPath("/containers/1?a=b")).toBe("/sign-in?callbackUrl=%2Fcontainers%2F1%3Fa%3Db");
    expect(signInPath("//elsewhere.example")).toBe("/sign-in");
    expect(signInPath(null)).toBe("/sign-in");
  });
});
