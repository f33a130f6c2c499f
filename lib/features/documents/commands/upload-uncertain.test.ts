import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { containerRecord } from "@/lib/contract/fixtures";
import { findDocument } from "@/lib/features/documents/queries/documents";
import { applyResponse } from "@/lib/mirror/apply/apply-response";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { TrackingClient } from "@/lib/tracking-client/client";
import { type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";
import { uploadDocument } from "./upload-document";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let sent: StubResponse;
let listed: object[];
const CONTENT = Buffer.from("Nothing of note.");

const ctx = () =>
  testContext(dashboard.db, undefined, {
    tracking: new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0 }),
  });

beforeAll(async () => {
  dashboard = await openTestDashboard();
  await applyResponse(dashboard.db, { data: containerRecord("c-1") }, new Date());
  stub = await StubService.start(({ method }) => (method === "POST" ? sent : { body: { data: listed } }));
});
afterAll(async () => {
  await stub.stop();
  await dashboard.close();
});
beforeEach(async () => {
  stub.requests.length = 0;
  sent = { drop: true };
  listed = [];
  await dashboard.pool.query("delete from documents");
});

const record = (id: string, change: object = {}) => ({
  type: "document",
  id,
  attributes: {
    name: "Note.txt",
    checksum: createHash("sha256").update(CONTENT).digest("hex"),
    created_at: new Date().toISOString(),
    ...change,
  },
});

async function* parts(): AsyncGenerator<Uint8Array> {
  yield CONTENT;
}

const upload = () =>
  uploadDocument(ctx(), {
    name: "Note.txt",
    type: null,
    record: { type: "container", id: "c-1" },
    bytes: CONTENT.byteLength,
    parts: parts(),
  });
const times = (method: string) => stub.requests.filter((request) => request.method === method).length;

it("searches for a file whose response was lost instead of sending it again", async () => {
  listed = [record("d-0", { checksum: "another" }), record("d-1")];
  expect(await upload()).toMatchObject({ document: { id: "d-1" } });
  expect([times("POST"), times("GET")]).toEqual([1, 1]);
  expect(await findDocument(dashboard.db, "d-1")).toMatchObject({ name: "Note.txt" });
});

it.each([
  ["nobody kept", () => []],
  ["was kept long ago", () => [record("d-1", { created_at: "2020-01-01T00:00:00Z" })]],
])("reports that the upload is uncertain for a file that %s", async (_, list) => {
  listed = list();
  await expect(upload()).rejects.toMatchObject({
    code: "service_unreachable",
    message: expect.stringContaining("Check whether it was saved"),
  });
  expect(times("POST")).toBe(1);
});

it("passes on the refusal of a duplicate file that Drayboard does not store", async () => {
  const detail = "This account keeps the same file already, as Old.txt.";
  sent = { status: 422, body: { errors: [{ detail, source: { pointer: "/file" } }] } };
  await expect(upload()).rejects.toMatchObject({ code: "refused_by_service", message: detail });
  await applyResponse(dashboard.db, { data: record("d-9", { name: "Old.txt" }) }, new Date());
  expect(await upload()).toEqual({ known: { id: "d-9", name: "Old.txt" } });
});

it("finds the document that the live service names for a duplicate file, which has no checksum", async () => {
  const meta = { existing_document_id: "d-8", existing_document_name: "Old.txt" };
  sent = {
    status: 409,
    body: { errors: [{ status: "409", code: "duplicate_document", title: "Duplicate document", meta }] },
  };
  await expect(upload()).rejects.toMatchObject({
    code: "refused_by_service",
    message: "Duplicate document",
  });
  await applyResponse(
    dashboard.db,
    { data: record("d-8", { name: "Old.txt", checksum: undefined }) },
    new Date(),
  );
  expect(await upload()).toEqual({ known: { id: "d-8", name: "Old.txt" } });
});
