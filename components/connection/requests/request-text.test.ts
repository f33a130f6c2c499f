import { expect, it } from "vitest";
import { failureText } from "./request-text";

const text = (code: string, request: string, message: string) =>
  failureText({ id: 1, failedAt: "2026-11-20T08:00:00Z", code, request, message }).what;

it.each([
  ["service_refused_key", "GET shipments", "The API key could not be verified.", "The key was refused"],
  [
    "service_refused_key",
    "GET shipments",
    "All other permissions need a paid plan.",
    "The plan allows tracking only",
  ],
  [
    "service_refused_key",
    "POST containers/c-1/party_roles",
    "No party of yours.",
    "The party is not on this account",
  ],
  ["not_allowed", "PATCH containers/c-1/refresh", "Forbidden", "Not on this account’s plan"],
  ["service_busy", "GET shipments", "a paid plan has more", "Too many requests"],
  ["unheard_of", "GET shipments", "", "The request failed"],
])("describes %s of %s, “%s”, as %s", (code, request, message, what) => {
  expect(text(code, request, message)).toBe(what);
});
