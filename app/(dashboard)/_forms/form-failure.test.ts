import { expect, it, vi } from "vitest";
import { z } from "zod";
import { AppError } from "@/lib/platform/errors";
import { fieldProblems, formFailure } from "./form-failure";

vi.mock("@/lib/platform/log", () => ({ logger: () => ({ error: vi.fn() }) }));

const FIELDS = { url: "url", ref_numbers: "references", headers: "headers/" };

function failure(...pointers: (string | null)[]) {
  const details = pointers.map((pointer, at) => ({ pointer, message: `refused ${at}` }));
  const form = new FormData();
  form.set("url", "typed");
  return formFailure(new AppError("refused_by_service", "refused", { details }), form, FIELDS);
}

it.each([
  ["/data/attributes/url", "url"],
  ["url", "url"],
  ["/data/attributes/ref_numbers/4", "references"],
  ["/data/attributes/headers/0/name", "headers/0/name"],
  ["headers/12/value", "headers/12/value"],
  ["/data/attributes/headers", "headers"],
])("shows a problem of %s at %s and keeps the typed values", (pointer, field) => {
  expect(failure(pointer)).toEqual({
    done: null,
    problem: null,
    fields: { [field]: "refused 0" },
    values: { url: "typed" },
  });
});

it("shows a problem without a field above the form", () => {
  expect(failure("/data/attributes/other", null, "/data")).toMatchObject({
    problem: "refused 0 refused 1 refused 2",
    fields: {},
  });
});

it("reports a value rejected by a schema or the database as bad input", () => {
  const parsed = z.uuid().safeParse("x");
  expect(formFailure(parsed.error, new FormData(), FIELDS).problem).toMatch(/Reload the page and try again/);
  const refused = Object.assign(new Error("invalid byte sequence"), { code: "22021" });
  const failed = new Error("Failed query: insert …", { cause: refused });
  expect(formFailure(failed, new FormData(), FIELDS).problem).toMatch(
    /Some characters or values can’t be saved/,
  );
});

it("rejects input that is not a form", () => {
  for (const sent of ["x", null, 5, [], ["x"], [5], { get: "x" }, new Map([[5, 5]])]) {
    const reported: unknown = Reflect.apply(fieldProblems, null, [sent, { url: "wrong" }]);
    expect(reported).toMatchObject({ fields: { url: "wrong" }, values: {} });
    const bare: unknown = Reflect.apply(formFailure, null, [
      new TypeError("form.get is not a function"),
      sent,
      {},
    ]);
    expect(bare).toMatchObject({
      problem: expect.stringMatching(/Reload the page and try again/),
      fields: {},
      values: {},
    });
  }
});

it("shows no details of an unexpected error", () => {
  const { problem } = formFailure(new Error("select secret from"), new FormData(), FIELDS);
  expect(problem).toMatch(/^Something went wrong/);
});
