import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Role } from "@/lib/auth/access/roles";
import { testContext } from "@/lib/auth/commands/test-context";
import { loadRecordRelated } from "@/lib/features/containers/queries/supplementary-data";
import {
  editDocument,
  findDocumentState,
  linkDocument,
  removeDocument,
} from "@/lib/features/documents/commands/edit-document";
import { openDocument } from "@/lib/features/documents/commands/open-document";
import { type NewDocument, uploadDocument } from "@/lib/features/documents/commands/upload-document";
import { findDocument } from "@/lib/features/documents/queries/documents";
import { MAX_FILE_BYTES } from "@/lib/features/documents/rules/accepted-files";
import { documentState } from "@/lib/features/documents/rules/document";
import { applyResponses } from "@/lib/mirror/apply/apply-response";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { AppError } from "@/lib/platform/errors";
import { DOCUMENT_INCLUDE } from "@/lib/sync/lists/include-params";
import { TrackingClient } from "@/lib/tracking-client/client";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let service: TestService;
let role: Role = "admin";
let containers: { id: string; number: string }[] = [];
let shipment = { id: "", number: "" };
let reported = 0;

const ctx = () =>
  testContext(dashboard.db, undefined, {
    role,
    tracking: new TrackingClient({ baseUrl: service.url, key: service.key, patienceMs: 0 }),
  });

beforeAll(async () => {
  [dashboard, service] = await Promise.all([openTestDashboard(), startTestService({ seedContainers: 12 })]);
  for (const folder of ["shipments", "containers"]) {
    const { items } = await service.call(`/${folder}?page[size]=50`);
    await applyResponses(dashboard.db, items, new Date());
    if (folder === "containers")
      containers = items.map(({ id, attributes }) => ({ id, number: String(attributes?.number) }));
    else shipment = { id: items[0]?.id ?? "", number: String(items[0]?.attributes?.bill_of_lading_number) };
  }
});
afterAll(async () => {
  await service.end();
  await dashboard.close();
});
beforeEach(() => {
  role = "admin";
});

const container = (at = 0) => containers[at] ?? expect.fail("too few containers");

/** Distinct text for each call, because the account stores a file only once. */
function text(bytes = 40): Buffer {
  reported += 1;
  return Buffer.from(`Nothing of note ${reported}. `.padEnd(bytes, "x"));
}

async function* inParts(content: Buffer, size = 64_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.byteLength; at += size) yield content.subarray(at, at + size);
}

const file = (content: Buffer, change: Partial<NewDocument> = {}): NewDocument => ({
  name: "Note.txt",
  type: "other",
  record: { type: "container", id: container().id },
  bytes: content.byteLength,
  parts: inParts(content),
  ...change,
});

async function upload(content: Buffer, change: Partial<NewDocument> = {}): Promise<string> {
  const made = await uploadDocument(ctx(), file(content, change));
  return "document" in made ? made.document.id : expect.fail("it is known already");
}

const documentsOf = async (type: "container" | "shipment", id: string) =>
  (await loadRecordRelated(dashboard.db, { type, id })).documents.entries;
const atService = async () => (await service.call("/documents?page[size]=100")).items.length;
const bytesOf = async (id: string) => {
  const { body, ...rest } = await openDocument(ctx(), { id });
  return { content: Buffer.from(await new Response(body).arrayBuffer()), ...rest };
};

describe("uploaded file", () => {
  it("is stored byte by byte, shown at once, and downloaded under its name", async () => {
    const content = Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.from(text(3_000_000))]);
    const id = await upload(content, { name: '../Ä"n\r\not:e.pdf', type: "delivery_order" });
    expect(await findDocument(dashboard.db, id)).toMatchObject({
      name: "Ä n ot e.pdf",
      type: "delivery_order",
      kind: "Delivery order",
      bytes: content.byteLength,
      links: [{ type: "container", ...container() }],
    });
    const had = await bytesOf(id);
    expect([had.name, had.bytes]).toEqual(["Ä n ot e.pdf", content.byteLength]);
    expect(createHash("sha256").update(had.content).digest("hex")).toBe(
      createHash("sha256").update(content).digest("hex"),
    );
    const { item } = await service.call(`/documents/${id}`);
    expect(item.attributes).toMatchObject({ content_type: "application/pdf", byte_size: content.byteLength });
  });

  it("can belong to a shipment, have no kind, and have the maximum size", async () => {
    const content = text(MAX_FILE_BYTES);
    const id = await upload(content, { record: { type: "shipment", id: shipment.id }, type: null });
    expect((await documentsOf("shipment", shipment.id)).map((record) => record.id)).toContain(id);
    expect(await findDocument(dashboard.db, id)).toMatchObject({ type: null, bytes: MAX_FILE_BYTES });
    await removeDocument(ctx(), { id });
  });

  it("is identified as a duplicate, and the existing document can be linked instead", async () => {
    const content = text();
    const id = await upload(content, { name: "First.txt" });
    const again = await uploadDocument(
      ctx(),
      file(content, { record: { type: "container", id: container(1).id } }),
    );
    expect(again).toEqual({ known: { id, name: "First.txt" } });
    expect(await documentsOf("container", container(1).id)).toEqual([]);
    await linkDocument(ctx(), { id, record: { type: "container", id: container(1).id } });
    await linkDocument(ctx(), { id, record: { type: "container", id: container(1).id } });
    expect((await documentsOf("container", container(1).id))[0]?.links).toHaveLength(2);
    await removeDocument(ctx(), { id });
  });

  it.each<[string, () => Partial<NewDocument>, string, RegExp]>([
    [
      "of another kind",
      () => ({ name: "page.html" }),
      "bad_input",
      /Upload a PDF, image, Word, Excel, text or email \(\.eml\) file/,
    ],
    ["that is empty", () => ({ bytes: 0 }), "bad_input", /empty/],
    ["of 100 MB", () => ({ bytes: 100_000_000 }), "too_large", /100\.0 MB.*The limit is 9\.9 MB/],
    ["that is not what its name says", () => ({ name: "scan.png" }), "bad_input", /a PNG image/],
    ["of an unknown kind of paper", () => ({ type: "love_letter" }), "bad_input", /Unknown document type/],
    [
      "for a container that is not held",
      () => ({ record: { type: "container", id: "00000000-0000-0000-0000-000000000000" } }),
      "not_found",
      /container/,
    ],
    ["for what is no id", () => ({ record: { type: "shipment", id: "a\0b" } }), "not_found", /shipment/],
    ["shorter than was said", () => ({ bytes: 5_000 }), "bad_input", /The upload was incomplete/],
    ["longer than was said", () => ({ bytes: 10 }), "bad_input", /The upload was incomplete/],
  ])("%s is rejected with the reason, and nothing is stored", async (_, change, code, message) => {
    const before = await atService();
    const refusal = uploadDocument(ctx(), file(text(), change()));
    await expect(refusal).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    expect(await atService()).toBe(before);
  });

  it("is not stored after an aborted upload, and the error reports that", async () => {
    const before = await atService();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield text(500_000);
      throw new Error("aborted");
    }
    const sent = uploadDocument(ctx(), file(text(), { bytes: 1_000_000, parts: broken() }));
    await expect(sent).rejects.toThrow("The upload was incomplete. Nothing");
    expect(await atService()).toBe(before);
    const { rows } = await dashboard.pool.query("select failures from circuit_breaker");
    expect(rows.every(({ failures }) => failures === 0)).toBe(true);
  });

  it("is not read at all with 100 MB or a file type that is not accepted", async () => {
    let read = 0;
    async function* subscribed(): AsyncGenerator<Uint8Array> {
      read += 1;
      yield text();
    }
    for (const change of [{ bytes: 100_000_000 }, { name: "a.exe" }])
      await expect(uploadDocument(ctx(), file(text(), { ...change, parts: subscribed() }))).rejects.toThrow();
    expect(read).toBe(0);
  });
});

describe("document", () => {
  const edit = async (id: string, change: object = {}) => {
    const record = (await findDocument(dashboard.db, id)) ?? expect.fail("not held");
    return {
      id,
      before: documentState(record),
      name: record.name,
      type: record.type ?? "",
      numbers: record.links.map(({ number }) => number),
      ...change,
    };
  };

  it("gets a new name, kind and links, and sends only changed values", async () => {
    const id = await upload(text());
    const numbers = [container(1).number.toLowerCase(), shipment.number];
    expect(
      await editDocument(ctx(), await edit(id, { name: "Order 7.txt", type: "packing_list", numbers })),
    ).toBe("now");
    expect(await findDocument(dashboard.db, id)).toMatchObject({
      name: "Order 7.txt",
      kind: "Packing list",
      links: [
        { type: "container", id: container(1).id },
        { type: "shipment", id: shipment.id },
      ],
    });
    expect((await service.call(`/documents/${id}`)).item.attributes).toMatchObject({
      document_type: "packing_list",
      document_type_manual: "packing_list",
    });
    expect(await documentsOf("container", container().id)).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    expect(await editDocument(ctx(), await edit(id, { type: "" }))).toBe("now");
    expect(await findDocument(dashboard.db, id)).toMatchObject({ type: null, name: "Order 7.txt" });
    await editDocument(ctx(), await edit(id, { numbers: [] }));
    expect((await findDocument(dashboard.db, id))?.links).toEqual([]);
    await removeDocument(ctx(), { id });
  });

  it("that another user changed meanwhile is reported, and a retry overwrites it", async () => {
    const id = await upload(text());
    const mine = await edit(id, { name: "Mine.txt" });
    const attributes = { name: "Theirs.txt", document_type: "customs_entry" };
    await service.call(`/documents/${id}`, {
      method: "PATCH",
      body: { data: { type: "document", id, attributes } },
    });
    await expect(editDocument(ctx(), mine)).rejects.toThrow(
      `Another user changed it: “Theirs.txt”, Customs entry, linked to ${container().number}.`,
    );
    expect(await findDocument(dashboard.db, id)).toMatchObject({ name: "Theirs.txt" });
    await editDocument(ctx(), { ...mine, before: await findDocumentState(dashboard.db, id) });
    expect(await findDocument(dashboard.db, id)).toMatchObject({ name: "Mine.txt", type: "other" });
    await removeDocument(ctx(), { id });
  });

  it.each([["NOPE1234567"], ["' or true --"], ["\0"]])(
    "is not linked to %o, which matches no record",
    async (number) => {
      const id = await upload(text());
      const refusal = await editDocument(
        ctx(),
        await edit(id, { numbers: [container().number, number] }),
      ).catch((error: unknown) => error);
      expect(refusal instanceof AppError && refusal.details).toEqual([
        {
          pointer: "/numbers",
          message: expect.stringContaining("is not a container or shipment in this account"),
        },
      ]);
      expect((await findDocument(dashboard.db, id))?.links).toHaveLength(1);
      await removeDocument(ctx(), { id });
    },
  );

  it("that another user deleted is reported and removed, and deleting it again succeeds", async () => {
    const id = await upload(text());
    const mine = await edit(id, { name: "Mine.txt" });
    await service.call(`/documents/${id}`, { method: "DELETE" });
    await expect(openDocument(ctx(), { id })).rejects.toMatchObject({ code: "not_found" });
    await expect(editDocument(ctx(), mine)).rejects.toThrow("Another user deleted this document.");
    expect(await findDocument(dashboard.db, id)).toBeNull();
    expect(await removeDocument(ctx(), { id })).toBe("now");
  });

  it("is not opened for an invalid or unknown id", async () => {
    for (const id of ["..", "a\0b", "00000000-0000-0000-0000-000000000000", "../containers"])
      await expect(openDocument(ctx(), { id })).rejects.toMatchObject({ code: "not_found" });
  });

  it("is not accessible without a session", async () => {
    const id = await upload(text());
    const mine = await edit(id, { name: "Mine.txt" });
    const before = await atService();
    role = "customer";
    for (const action of [
      () => uploadDocument(ctx(), file(text())),
      () => openDocument(ctx(), { id }),
      () => editDocument(ctx(), mine),
      () => linkDocument(ctx(), { id, record: { type: "shipment", id: shipment.id } }),
      () => removeDocument(ctx(), { id }),
    ])
      await expect(action()).rejects.toMatchObject({ code: "not_allowed" });
    expect(await atService()).toBe(before);
    expect(await findDocument(dashboard.db, id)).toMatchObject({ name: "Note.txt" });
  });
});

it("names the email that brought a document", async () => {
  const boundary = "part";
  const message = [
    "From: Ana Lee <ana@pacific.example>",
    "To: docs@example.com",
    "Subject: Arrival notice",
    "Date: Fri, 20 Nov 2026 10:00:00 +0000",
    `Content-Type: multipart/mixed; boundary=${boundary}`,
    "",
    `--${boundary}`,
    "Content-Type: text/csv; name=containers.csv",
    "Content-Disposition: attachment; filename=containers.csv",
    "",
    "Container",
    `--${boundary}--`,
    "",
  ].join("\r\n");
  const headers = { "Content-Type": "message/rfc822" };
  const { item } = await service.call("/email_submissions", { text: message, headers });
  const { document, sentAt } = await ctx().tracking.getPage("documents", { include: DOCUMENT_INCLUDE });
  await applyResponses(dashboard.db, [...document.data, ...(document.included ?? [])], sentAt);
  const [brought] = document.data.filter(({ relationships }) =>
    JSON.stringify(relationships?.email_submission).includes(item.id),
  );
  expect(await findDocument(dashboard.db, brought?.id ?? "")).toMatchObject({
    name: "containers.csv",
    email: {
      id: item.id,
      subject: "Arrival notice",
      from: expect.stringContaining("ana@pacific.example"),
      sentAt: expect.stringMatching(/^2026-11-20T10:00:00/),
    },
  });
});
