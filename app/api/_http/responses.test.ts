import { expect, it, vi } from "vitest";
import { z } from "zod";
import { AppError } from "@/lib/platform/errors";
import { errorResponse, readForm } from "./responses";

const { logged } = vi.hoisted(() => ({ logged: vi.fn() }));
vi.mock("@/lib/platform/log", () => ({ logger: () => ({ error: logged }) }));

const post = (body: BodyInit, type?: string) =>
  new Request("http://127.0.0.1:3000/api/export", {
    method: "POST",
    body,
    ...(type !== undefined && { headers: { "Content-Type": type } }),
  });

it("reads a form", async () => {
  const form = new FormData();
  form.set("address", "q=x");
  expect([...(await readForm(post(form), 1_000))]).toEqual([["address", "q=x"]]);
  const encoded = post("address=q%3Dx&ids=", "application/x-www-form-urlencoded");
  expect([...(await readForm(encoded, 1_000))]).toEqual([
    ["address", "q=x"],
    ["ids", ""],
  ]);
});

it.each([
  ["{}", "application/json"],
  ["x=1", "text/plain"],
  ["--b\r\nnonsense", "multipart/form-data; boundary=b"],
  ["x=1", "multipart/form-data"],
  ["", "nonsense"],
])("rejects %j of type %s as bad input", async (body, type) => {
  await expect(readForm(post(body, type), 1_000)).rejects.toMatchObject({ code: "bad_input", status: 400 });
});

/** An endless body that counts the bytes read from it. */
function endless() {
  let bytes = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      bytes += 1_000;
      controller.enqueue(new Uint8Array(1_000).fill(97));
    },
  });
  return { stream, read: () => bytes };
}

it("stops reading an endless form", async () => {
  const { stream, read } = endless();
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const request = new Request("http://127.0.0.1:3000/api/export", {
    ...{ method: "POST", headers, body: stream, duplex: "half" },
  });
  await expect(readForm(request, 5_000)).rejects.toMatchObject({ code: "too_large", status: 413 });
  expect(read()).toBeLessThan(10_000);
});

it("rejects a body that ends early as bad input", async () => {
  const aborted = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(aborted) });
  const request = new Request("http://127.0.0.1:3000/api/export", {
    ...{ method: "POST", body, duplex: "half" },
  });
  await expect(readForm(request, 5_000)).rejects.toMatchObject({ code: "bad_input", status: 400 });
});

it("reports a value rejected by a schema or the database as bad input without the cause", async () => {
  const refused = Object.assign(new Error("invalid byte sequence"), { code: "22021" });
  const failed = new Error("Failed query: insert …", { cause: refused });
  for (const error of [z.uuid().safeParse("x").error, failed]) {
    const response = errorResponse(error);
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ error: { code: "bad_input" } });
    expect(text).not.toMatch(/uuid|byte sequence|insert/i);
  }
});

it("reports any other error as unexpected", async () => {
  const response = errorResponse(new TypeError("form.get is not a function"));
  expect(response.status).toBe(500);
  expect(await response.text()).not.toMatch(/form\.get/);
  expect(errorResponse(new AppError("not_found", "x")).status).toBe(404);
});

it("answers a statement that took too long with 503 and Retry-After, and logs its cause", async () => {
  const cause = Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });
  const response = errorResponse(new Error("Failed query: select 1", { cause }));
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await response.json()).toEqual({
    error: { code: "database_unavailable", message: expect.stringContaining("Try again") },
  });
  expect(logged).toHaveBeenLastCalledWith(
    { code: "database_unavailable", err: expect.objectContaining({ cause }) },
    "route failed",
  );
});
