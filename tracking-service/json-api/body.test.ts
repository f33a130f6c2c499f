import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readBody, shortText, shortTexts } from "./body";
import { ApiError } from "./errors";

const schema = z.object({
  data: z.object({
    type: z.literal("party"),
    attributes: z.object({
      kind: z.enum(["a", "b"]).nullish(),
      name: shortText,
      "a/b~c": shortText.optional(),
    }),
  }),
});

function refusal(document: unknown): [status: number, pointer: string | undefined] {
  try {
    readBody(schema, document);
  } catch (error) {
    if (error instanceof ApiError) return [error.status, error.errors[0]?.source?.pointer];
    throw error;
  }
  throw new Error("taken");
}

const party = (attributes: object) => ({ data: { type: "party", attributes: { name: "x", ...attributes } } });

describe("readBody", () => {
  it.each([
    ["a document that is no object", [], 400, ""],
    ["no data", {}, 400, "/data"],
    ["data of another kind", { data: [] }, 400, "/data"],
    ["another type", { data: { type: "port", attributes: { name: "x" } } }, 400, "/data/type"],
    ["a type that is no text", { data: { type: 1, attributes: { name: "x" } } }, 400, "/data/type"],
    ["an absent attribute", { data: { type: "party", attributes: {} } }, 422, "/data/attributes/name"],
    ["an attribute of a wrong JSON type", party({ name: 1 }), 400, "/data/attributes/name"],
    ["one of a few words that is no text", party({ kind: 1 }), 400, "/data/attributes/kind"],
    [
      "a blank next to a wrong JSON type",
      { data: { type: "party", attributes: { kind: 1 } } },
      400,
      "/data/attributes/kind",
    ],
    ["a word that is none of them", party({ kind: "c" }), 422, "/data/attributes/kind"],
    ["text that is too long", party({ name: "x".repeat(256) }), 422, "/data/attributes/name"],
    ["a name with signs of its own", party({ "a/b~c": 1 }), 400, "/data/attributes/a~1b~0c"],
  ])("rejects %s", (_, document, status, pointer) => {
    expect(refusal(document)).toEqual([status, pointer]);
  });

  it.each([
    "\u200b",
    "\u200b \u2060\ufeff",
    "\u202e",
    "\u00ad",
    "\u3164",
    "\u2800",
    "\u00a0\u3000",
    "\u0085",
  ])("reads %j as blank because it is invisible", (text) => {
    expect(shortText.parse(text)).toBe("");
    expect(shortTexts.safeParse([text]).success).toBe(false);
  });

  it.each(["👩\u200d🚒", "می\u200cخواهم", "\u200bHarbor"])("leaves %j unchanged", (text) => {
    expect(shortText.parse(` ${text} `)).toBe(text);
  });
});
