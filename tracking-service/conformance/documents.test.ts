import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { relatedOne } from "@/lib/contract/json-api";
import { call, untilDocumentRead } from "./target";

const made: string[] = [];
afterAll(async () => {
  for (const id of made) await call(`/documents/${id}`, { method: "DELETE" });
});

async function upload(content: string) {
  const form = new FormData();
  form.append("file", new File([content], "notice.txt", { type: "text/plain" }));
  const response = await call("/documents", { text: form });
  if (response.status === 201) made.push(response.item.id);
  return response;
}

/** Content that no earlier run of the suite used. */
const fresh = (text: string) => `${text} ${Date.now()} ${Math.random()}`;

describe("interface.md, Other endpoints: documents", () => {
  it("supplement.md, GET /documents/types: every kind", async () => {
    const response = await call("/documents/types");
    expect(response.status).toBe(200);
    expect(response.text).toContain('"arrival_notice"');
  });

  describe("one document", () => {
    let container: string;
    let id: string;
    let content: string;
    beforeAll(async () => {
      const { items, included } = await call("/containers?page[size]=100&include=shipment");
      // Other tests request containers at the same time, also by the documented test numbers. No document has those
      // numbers. At first only the number of a booking is known.
      const whole = included.find(
        (each) =>
          /^[A-Z]{4}\d{6,12}$/.test(String(each.attributes?.bill_of_lading_number)) &&
          relatedOne(each, "port_of_discharge"),
      );
      const found = items.find((each) => relatedOne(each, "shipment")?.id === whole?.id);
      container = found?.id ?? "";
      content = fresh(
        `Arrival notice ${found?.attributes?.number}, B/L ${whole?.attributes?.bill_of_lading_number},`,
      );
    });

    it("supplement.md, POST /documents: is uploaded and read", async () => {
      const response = await upload(content);
      expect(response.status).toBe(201);
      id = response.item.id;
      expect((await untilDocumentRead(id)).item.attributes).toMatchObject({
        status: "extracted",
        document_type: "arrival_notice",
      });
    });

    it("supplement.md, GET /documents/{id}; supplement.md, Documents relate to shipments and containers", async () => {
      const { included } = await call(`/documents/${id}?include=cargos,shipments`);
      expect(included.map((record) => record.id)).toContain(container);
      expect(new Set(included.map(({ type }) => type))).toEqual(new Set(["container", "shipment"]));
    });

    it("supplement.md, GET /documents: lists it, also by its container", async () => {
      for (const path of ["/documents?page[size]=100", `/documents?filter[cargo_id]=${container}`]) {
        expect((await call(path)).items.map((item) => item.id)).toContain(id);
      }
    });

    it("supplement.md, PATCH /documents/{id}: edits name, kind and containers", async () => {
      const attributes = { name: "Notice", document_type: "other" };
      const edited = await call(`/documents/${id}`, {
        method: "PATCH",
        body: { data: { type: "document", attributes, relationships: { cargos: { data: [] } } } },
      });
      expect(edited.item.attributes).toMatchObject(attributes);
      expect(edited.item.relationships?.cargos?.data).toEqual([]);
    });

    it("supplement.md, GET /documents/{id}/download_url: leads to what was uploaded", async () => {
      const { download_url: url } = Object((await call(`/documents/${id}/download_url`)).json);
      expect(await (await fetch(url)).text()).toBe(content);
    });

    it("supplement.md, DELETE /documents/{id}: 204, then 404; supplement-2.md, 1. DELETE: 204 for a document", async () => {
      expect((await call(`/documents/${id}`, { method: "DELETE" })).status).toBe(204);
      expect((await call(`/documents/${id}`)).status).toBe(404);
    });
  });

  it("refuses a form without its file, and the same file twice", async () => {
    expect((await call("/documents", { text: new FormData() })).error.source).toEqual({ pointer: "/file" });
    const content = fresh("twice");
    await upload(content);
    // supplement-2.md, 2. Same content again.
    expect((await upload(content)).status).toBe(409);
  });
});

describe("interface.md, Other endpoints: email submissions", () => {
  it("supplement.md, GET /email_submissions; supplement.md, GET /email_submissions/{id}: come in, are listed and shown with their documents", async () => {
    const message = [
      "From: dock@lines.example",
      "Subject: Papers",
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b",
      'Content-Type: text/plain; name="note.txt"',
      'Content-Disposition: attachment; filename="note.txt"',
      "",
      fresh("note"),
      "--b--",
      "",
    ].join("\r\n");
    const response = await call("/email_submissions", {
      text: message,
      headers: { "Content-Type": "message/rfc822" },
    });
    expect(response.status).toBe(201);
    made.push(...response.included.map(({ id }) => id));
    const { id } = response.item;
    expect((await call("/email_submissions?page[size]=5")).items.map((item) => item.id)).toContain(id);
    const shown = await call(`/email_submissions/${id}?include=documents`);
    const shownDocuments = shown.included.filter(({ type }) => type === "document");
    expect(shownDocuments.map((record) => record.attributes?.name)).toEqual(["note.txt"]);
  });
});
