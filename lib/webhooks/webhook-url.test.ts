import { expect, it } from "vitest";
import { webhookUrlProblem } from "./webhook-url";

it.each([
  "https://example.com/hook",
  "https://example.com:8443/a?b=c",
  "http://localhost:4000/hook",
  "http://127.0.0.1/hook",
  "http://[::1]:80/",
])("%s can be delivered to", (url) => {
  expect(webhookUrlProblem(url)).toBeNull();
});

it.each([
  ["", /Give the address/],
  ["example.com/hook", /whole address/],
  ["ftp://example.com/hook", /whole address/],
  ["https://", /whole address/],
  ["javascript:alert(1)", /whole address/],
  ["http://example.com/hook", /https alone/],
  ["http://localhost.example.com/", /https alone/],
  ["http://0.0.0.0/", /https alone/],
  ["https://me:secret@example.com/", /name or password/],
  [`https://example.com/${"a".repeat(2_000)}`, /2000 characters/],
])("%s cannot, in words", (url, words) => {
  expect(webhookUrlProblem(url)).toMatch(words);
});
