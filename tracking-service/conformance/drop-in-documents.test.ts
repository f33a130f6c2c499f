import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type JsonApiRecord, relatedMany, relatedOne } from "@/lib/contract/json-api";
import { call, itOurs, untilDocumentRead } from "./target";

const OURS = "other services differ here";
const RUN = Date.now().toString(36);
const NOWHERE = "00000000-0000-4000-8000-000000000000";

const made: string[] = [];
afterAll(async () => {
  for (const id of made) await call(`/documents/${id}`, { method: "DELETE" });
});

async function upload(
  content: string | Uint8Array<ArrayBuffer>,
  name: string,
  type = "text/plain",
  container?: string,
) {
  const form = new FormData();
  form.append("file", new File([content], name, { type }));
  if (container) form.append("cargo_ids[]", container);
  const response = await call("/documents", { text: form });
  if (response.status === 201) made.push(response.item.id);
  return response;
}

const edit = (id: string, attributes: object) =>
  call(`/documents/${id}`, { method: "PATCH", body: { data: { type: "document", attributes } } });

let container: JsonApiRecord;
let notice: JsonApiRecord;
let invoice: JsonApiRecord;
beforeAll(async () => {
  const [first] = (await call("/containers?page[size]=1")).items;
  if (!first) throw new Error("the account has no container");
  container = first;
  const text = `Arrival notice ${RUN} ${container.attributes?.number}`;
  notice = (await upload(text, `notice-${RUN}.txt`, "text/plain", container.id)).item;
  invoice = (await upload(`Commercial invoice ${RUN}`, `invoice-${RUN}.txt`)).item;
  notice = (await untilDocumentRead(notice.id)).item;
  invoice = (await untilDocumentRead(invoice.id)).item;
}, 60_000);

const post = (path: string, body?: object) => call(path, { method: "POST", body });

describe("supplement-2.md, 1. POST /documents/{id}/reextract, reclassify, relink", () => {
  itOurs("202 accepted", OURS, async () => {
    for (const action of ["reextract", "reclassify", "relink"]) {
      const { status, json } = await post(`/documents/${notice.id}/${action}`);
      expect([status, json], action).toEqual([202, { status: "accepted" }]);
      const again = (await untilDocumentRead(notice.id)).item;
      expect(again.attributes, action).toMatchObject({
        document_type: "arrival_notice",
        extracted_data: notice.attributes?.extracted_data,
      });
      expect(relatedMany(again, "cargos").map(({ id }) => id)).toContain(container.id);
    }
  });

  it("404", async () => {
    for (const action of ["reextract", "reclassify", "relink"]) {
      expect((await post(`/documents/${NOWHERE}/${action}`)).status, action).toBe(404);
    }
  });
});

describe("supplement-2.md, 1. POST /documents/{id}/rotate", () => {
  itOurs("202 for a picture", OURS, async () => {
    const content = await sharp({
      create: {
        width: 30,
        height: 20,
        channels: 3,
        background: { r: Date.now() % 256, g: (Date.now() >> 8) % 256, b: (Date.now() >> 16) % 256 },
      },
    })
      .png()
      .toBuffer();
    const picture = (await upload(new Uint8Array(content), "scan.png", "image/png")).item;
    const { status, json } = await post(`/documents/${picture.id}/rotate`, { degrees: 90 });
    expect([status, json]).toEqual([202, { status: "accepted" }]);
  });

  it("422 Invalid rotation", async () => {
    for (const degrees of [45, "ninety", 90]) {
      const { status, error } = await post(`/documents/${notice.id}/rotate`, { degrees });
      expect([status, error.title], String(degrees)).toEqual([422, "Invalid rotation"]);
    }
  });
});

describe("supplement-2.md, 1. GET /document_schemas/{id}", () => {
  itOurs("type@version", OURS, async () => {
    const { item } = await call("/document_schemas/commercial_invoice@2026-03-23");
    expect(item).toMatchObject({
      type: "document_schema",
      id: "commercial_invoice@2026-03-23",
      attributes: {
        document_type: "commercial_invoice",
        label: "Commercial invoice",
        active_at: expect.any(String),
        description: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        schema_version: "2026-03-23",
        full_version: "commercial_invoice@2026-03-23",
        current: true,
        draft: false,
        schema_format: "json_schema",
        schema_payload: expect.any(Object),
      },
    });
  });

  it("401, 404", async () => {
    const path = "/document_schemas/commercial_invoice@1999-01-01";
    expect((await call(path)).status).toBe(404);
    expect((await call(path, { key: "no-key" })).status).toBe(401);
  });
});

itOurs("supplement-2.md, 2. POST /documents: 422 without name or attached_document", OURS, async () => {
  const whole = { name: "Whole", attached_document: "no-such-upload" };
  for (const name of ["name", "attached_document"]) {
    const attributes = { ...whole, [name]: undefined };
    const response = await post("/documents", { data: { type: "document", attributes } });
    expect([response.status, response.error.source?.pointer]).toEqual([422, `/data/attributes/${name}`]);
  }
});

it("supplement-2.md, 2. Same content again: 409 duplicate_document with both members of meta", async () => {
  const { status, error } = await upload(`Commercial invoice ${RUN}`, "again.txt");
  expect([status, error.code, error.title]).toEqual([409, "duplicate_document", "Duplicate document"]);
  expect(Object(error).meta).toEqual({
    existing_document_id: invoice.id,
    existing_document_name: invoice.attributes?.name,
  });
});

it("supplement-2.md, 2. 11 attributes: of a document", () => {
  expect(notice.attributes).toMatchObject({
    id: notice.id,
    name: `notice-${RUN}.txt`,
    document_type: "arrival_notice",
    document_type_manual: null,
    classification_notes: null,
    source: "upload",
    file_name: `notice-${RUN}.txt`,
    file_content_type: "text/plain",
    file_size_bytes: expect.any(Number),
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
});

itOurs("supplement-2.md, 2. Relationships, links: of a document", OURS, () => {
  const types = ["account", "user", "email_submission", "last_document_representation"].map(
    (name) => relatedOne(notice, name)?.type,
  );
  expect(types).toEqual(["account", "user", undefined, "document_representation"]);
  expect(Object.keys(notice.relationships ?? {})).toEqual(
    expect.arrayContaining(["email_submission", "shipments", "cargos"]),
  );
  expect(notice.links).toEqual({
    self: expect.stringContaining(`/documents/${notice.id}`),
    download: expect.stringContaining(`/documents/${notice.id}/`),
  });
});

it("supplement-2.md, 2. document_representation: only included", async () => {
  const { included } = await call(`/documents/${notice.id}?include=last_document_representation`);
  expect(included).toHaveLength(1);
  expect(included[0]).toMatchObject({
    type: "document_representation",
    attributes: { schema_version: expect.any(String), payload: expect.any(Object) },
  });
});

describe("supplement-2.md, 2. GET /documents", () => {
  const ids = async (query: string) =>
    (await call(`/documents?page[size]=100&${query}`)).items.map(({ id }) => id);
  const two = (listed: string[]) => listed.filter((id) => [notice.id, invoice.id].includes(id));

  it("sort both ways", async () => {
    for (const name of ["document_type", "created_at"]) {
      expect(two(await ids(`sort=${name}`)), name).toEqual([notice.id, invoice.id]);
      expect(two(await ids(`sort=-${name}`)), name).toEqual([invoice.id, notice.id]);
    }
    for (const sort of ["added_by", "-added_by"]) expect(two(await ids(`sort=${sort}`))).toHaveLength(2);
    expect((await call("/documents?sort=colour")).status).toBe(422);
  });

  it("filter[filename]", async () => {
    expect(await ids(`filter[filename]=NOTICE-${RUN}`)).toEqual([notice.id]);
  });

  it("filter[reference]", async () => {
    const listed = await ids(`filter[reference]=${container.attributes?.number}`);
    expect(two(listed)).toEqual([notice.id]);
  });

  it("filter[document_types]", async () => {
    const both = await ids("filter[document_types]=commercial_invoice,arrival_notice");
    expect(two(both)).toHaveLength(2);
    expect(two(await ids("filter[document_types]=commercial_invoice"))).toEqual([invoice.id]);
  });

  itOurs("include, with current_extraction", OURS, async () => {
    const include = "shipments,cargos,account,user,email_submission,current_extraction";
    const { included } = await call(`/documents/${notice.id}?include=${include}`);
    expect(included.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["container", "account", "user", "document_representation"]),
    );
  });
});

it("supplement-2.md, 2. GET /documents/types: code and label", async () => {
  const { json } = await call("/documents/types");
  expect(Object(json).document_types).toContainEqual({ code: "arrival_notice", label: "Arrival notice" });
  expect(json).not.toHaveProperty("data");
});

describe("supplement-2.md, 2. PATCH", () => {
  it("document_type_manual", async () => {
    const edited = await edit(notice.id, { document_type_manual: "other" });
    expect(edited.item.attributes).toMatchObject({
      document_type_manual: "other",
      document_type: "arrival_notice",
    });
    const cleared = await edit(notice.id, { document_type_manual: null });
    expect(cleared.item.attributes?.document_type_manual).toBeNull();
  });

  it("extracted_data_manual", async () => {
    const payload = async () =>
      (await call(`/documents/${invoice.id}?include=last_document_representation`)).included[0]?.attributes
        ?.payload;
    const before = await payload();
    await edit(invoice.id, { extracted_data_manual: { total: 12 } });
    expect(await payload()).toEqual({ total: 12 });
    await edit(invoice.id, { extracted_data_manual: null });
    expect(await payload()).toEqual(before);
  });
});

describe("supplement-2.md, 2. Upload", () => {
  const announce = (content: string) =>
    call("/rails/active_storage/direct_uploads", {
      body: {
        blob: {
          filename: `direct-${RUN}.txt`,
          content_type: "text/plain",
          byte_size: Buffer.byteLength(content),
          checksum: createHash("md5").update(content).digest("base64"),
        },
      },
    });
  const attach = (signedId: string) =>
    call("/documents", {
      body: { data: { type: "document", attributes: { name: "Direct", attached_document: signedId } } },
    });

  itOurs("direct upload, signed_id, POST /documents", OURS, async () => {
    const content = `direct ${RUN}`;
    const announced = Object((await announce(content)).json);
    expect((await attach(announced.signed_id)).status).toBe(422);
    const put = (body: string) =>
      fetch(announced.direct_upload.url, { method: "PUT", body, headers: announced.direct_upload.headers });
    expect((await put("other bytes")).status).toBe(422);
    expect((await put(content)).status).toBe(204);
    const { status, item } = await attach(announced.signed_id);
    made.push(item.id);
    expect([status, item.attributes?.name, item.attributes?.source]).toEqual([201, "Direct", "api"]);
    expect(item.attributes?.file_name).toBe(`direct-${RUN}.txt`);
    const { download_url: url } = Object((await call(`/documents/${item.id}/download_url`)).json);
    expect(await (await fetch(url)).text()).toBe(content);
    expect((await attach(announced.signed_id)).status).toBe(422);
  });
});

describe("supplement-2.md, 2. DELETE; download_url", () => {
  it("gone from lists; supplement-2.md, 2. DELETE; download_url: {download_url}, 404", async () => {
    const { id } = (await upload(`To be deleted ${RUN}`, `deleted-${RUN}.txt`)).item;
    const { json } = await call(`/documents/${id}/download_url`);
    expect(json).toMatchObject({ download_url: expect.stringMatching(/^https?:/) });
    expect((await call(`/documents/${id}`, { method: "DELETE" })).status).toBe(204);
    const listed = (await call(`/documents?filter[filename]=deleted-${RUN}`)).items;
    expect(listed).toEqual([]);
    expect((await call(`/documents/${id}/download_url`)).status).toBe(404);
  });
});
