import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { documents } from "@/tracking-service/store/documents-schema";
import { bombPdf, textPdf } from "@/tracking-service/testing/hostile-pdf";
import {
  type Receiver,
  startReceiver,
  startTestService,
  type TestService,
  until,
} from "@/tracking-service/testing/running-service";
import { classify, findNumbers } from "./find-numbers";
import { finalize } from "./read-documents";
import { MAX_PENDING } from "./store-document";
import { withUploadSlot } from "./upload-slots";

let service: TestService;
let receiver: Receiver;
let stranger = "";
let container = { id: "", number: "" };
let shipment = { id: "", bill: "" };

beforeAll(async () => {
  service = await startTestService({ seedContainers: 20 });
  receiver = await startReceiver();
  stranger = (await service.stranger()).key;
  const { items, included } = await service.call("/containers?page[size]=1&include=shipment");
  container = { id: items[0]?.id ?? "", number: String(items[0]?.attributes?.number) };
  shipment = { id: included[0]?.id ?? "", bill: String(included[0]?.attributes?.bill_of_lading_number) };
  await service.call("/webhooks", {
    body: {
      data: {
        type: "webhook",
        attributes: {
          url: receiver.url,
          active: true,
          events: ["document.extracted", "document.extraction_failed"],
        },
      },
    },
  });
});
afterAll(async () => {
  await receiver.close();
  await service.end();
});

type Fields = Record<string, string | string[]>;

async function upload(
  content: string | Uint8Array<ArrayBuffer> | null,
  type = "text/plain",
  fields: Fields = {},
  key = service.key,
) {
  const form = new FormData();
  if (content !== null) form.append("file", new File([content], "../notice.txt", { type }));
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, value);
  return service.call("/documents", { text: form, key });
}

const settled = async (id: string) => {
  await until(async () => (await service.call(`/documents/${id}`)).item.attributes?.status !== "pending");
  return service.call(`/documents/${id}?include=shipments,cargos`);
};

describe("a document", () => {
  it("is read, classified, linked to tracked records and announced", async () => {
    const text = `ARRIVAL NOTICE\nB/L ${shipment.bill}\nContainer ${container.number.slice(0, 4)} ${container.number.slice(4, 10)}-${container.number.slice(10)}`;
    const created = await upload(text);
    expect(created.status).toBe(201);
    expect(created.item.attributes).toMatchObject({
      name: ".._notice.txt",
      status: "pending",
      byte_size: text.length,
    });
    const read = await settled(created.item.id);
    expect(read.item.attributes).toMatchObject({
      status: "extracted",
      document_type: "arrival_notice",
      extracted_data: { container_numbers: [container.number] },
    });
    expect(read.item.relationships?.cargos?.data).toEqual([{ type: "container", id: container.id }]);
    expect(read.item.relationships?.shipments?.data).toEqual([{ type: "shipment", id: shipment.id }]);
    expect(read.included.map(({ type }) => type).sort()).toEqual(["container", "shipment"]);
    await until(() => receiver.events().includes("document.extracted"));
    const listed = await service.call(`/documents?filter[cargo_id]=${container.id}&filter[status]=extracted`);
    expect(listed.items.map(({ id }) => id)).toContain(created.item.id);
  });

  it("as PDF is read in a separate process, and an invalid PDF is reported", async () => {
    const good = await upload(textPdf(`Delivery order ${container.number}`), "application/pdf");
    expect((await settled(good.item.id)).item.attributes).toMatchObject({
      document_type: "delivery_order",
      extracted_data: { container_numbers: [container.number] },
    });
    const bad = await upload("%PDF-1.4 nothing", "application/pdf");
    expect((await settled(bad.item.id)).item.attributes).toMatchObject({
      status: "extraction_failed",
      failed_reason: "The document could not be read: it is no readable PDF.",
    });
    const image = await upload("binary", "image/png");
    expect((await settled(image.item.id)).item.attributes?.failed_reason).toContain("image/png");
    await until(() => receiver.events().includes("document.extraction_failed"));
  });

  it("is finalized only by its last claim: an expired claim writes nothing", async () => {
    const { id } = (await upload(`NOTICE ${container.number} of two claims`)).item;
    await settled(id);
    const { db, pool } = service.store;
    const reading = { db, now: () => new Date() };
    // Simulates a claim by a process that was stopped. The running service skips the document.
    const [first, second] = [randomUUID(), randomUUID()];
    await pool.query(
      `update documents set status = 'pending', extracted = null, claimed_until = now() + interval '1 hour',
         lease_id = $2 where id = $1`,
      [id, first],
    );
    const [document] = await db.select().from(documents).where(eq(documents.id, id));
    if (!document) throw new Error("the document is not there");
    const claimOf = (leaseId: string) => ({ ...document, claimKey: [id], leaseId });
    await pool.query("update documents set lease_id = $2 where id = $1", [id, second]);
    await finalize(reading, claimOf(first), { reason: "too late" });
    expect((await service.call(`/documents/${id}`)).item.attributes?.status).toBe("pending");
    await finalize(reading, claimOf(second), { text: container.number });
    expect((await service.call(`/documents/${id}`)).item.attributes?.status).toBe("extracted");
  });

  it("without text is read, notes that, and does not fail", async () => {
    const reported = receiver.events().filter((event) => event === "document.extraction_failed").length;
    for (const created of [
      await upload(textPdf(""), "application/pdf"),
      await upload("  \n ", "text/plain"),
    ]) {
      expect((await settled(created.item.id)).item.attributes).toMatchObject({
        status: "extracted",
        failed_reason: "No text found in this file.",
        extracted_data: { container_numbers: [], bill_of_lading_numbers: [] },
      });
    }
    await until(() => receiver.events().filter((event) => event === "document.extracted").length >= 4);
    expect(receiver.events().filter((event) => event === "document.extraction_failed")).toHaveLength(
      reported,
    );
  });

  it("that decodes to 1.5 GB is stored without text and uses little memory of the service", {
    timeout: 120_000,
  }, async () => {
    const before = process.memoryUsage.rss();
    let max = 0;
    const watch = setInterval(() => {
      max = Math.max(max, process.memoryUsage.rss() - before);
    }, 20);
    const created = await upload(bombPdf(1_500), "application/pdf");
    await expect
      .poll(async () => (await service.call(`/documents/${created.item.id}`)).item.attributes, {
        timeout: 90_000,
      })
      .toMatchObject({
        status: "extraction_failed",
        failed_reason: expect.stringMatching(
          /^The document could not be read: it (needs more than 512 MB of memory|takes longer than 20 seconds)\.$/,
        ),
      });
    clearInterval(watch);
    expect(max).toBeLessThan(256 * 1_048_576);
    const address = await service.call(`/documents/${created.item.id}/download_url`);
    const url = z.object({ download_url: z.url() }).parse(JSON.parse(address.text)).download_url;
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(bombPdf(1_500).byteLength);
  });

  it("is rejected with 429 while 100 of the account wait, and accepted later", async () => {
    const { key, accountId } = await service.stranger("Many documents");
    const waiting = Array.from({ length: MAX_PENDING }, (_, n) => ({
      ...{ id: randomUUID(), accountId, name: `${n}`, contentType: "text/plain", byteSize: 1 },
      ...{ checksum: `${n}`, downloadSecret: "x", createdAt: new Date(), updatedAt: new Date() },
      claimedUntil: new Date(Date.now() + 3_600_000),
    }));
    await service.store.db.insert(documents).values(waiting);
    const refused = await upload("one more", "text/plain", {}, key);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "20"]);
    expect((await upload("of another account")).status).toBe(201);
    await service.store.db.delete(documents).where(eq(documents.id, waiting[0]?.id ?? ""));
    expect((await upload("one more", "text/plain", {}, key)).status).toBe(201);
    await service.store.db.delete(documents).where(eq(documents.accountId, accountId));
  });

  it("is stored once, edited, downloaded by a signed address and deleted", async () => {
    const created = await upload("kept once", "text/html", { name: "Größe.html", document_type: "other" });
    const { id } = created.item;
    const again = await upload("kept once");
    expect(again.status).toBe(409);
    expect(again.error).toMatchObject({ code: "duplicate_document", meta: { existing_document_id: id } });
    expect((await upload("kept once", "text/plain", {}, stranger)).status).toBe(201);
    const edited = await service.call(`/documents/${id}`, {
      method: "PATCH",
      body: {
        data: {
          type: "document",
          attributes: { name: "Order", document_type: "delivery_order" },
          relationships: { cargos: { data: [{ type: "container", id: container.id }] } },
        },
      },
    });
    expect(edited.item.attributes).toMatchObject({ name: "Order", document_type: "delivery_order" });
    const address = await service.call(`/documents/${id}/download_url`);
    const url = z.object({ download_url: z.url() }).parse(JSON.parse(address.text)).download_url;
    const file = await fetch(url);
    expect(await file.text()).toBe("kept once");
    expect(file.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''Order");
    expect(file.headers.get("content-type")).toBe("application/octet-stream");
    expect(url.startsWith(`${service.url}/documents/${id}/download?`)).toBe(true);
    expect((await fetch(url.replace(/expires=\d+/, `expires=${Date.now() + 1e9}`))).status).toBe(404);
    expect((await fetch(url.replace(/signature=./, "signature="))).status).toBe(404);
    expect((await service.call(`/documents/${id}`, { method: "DELETE" })).status).toBe(204);
    expect((await fetch(url)).status).toBe(404);
  });

  it("with an invalid part is rejected with its pointer and not stored", async () => {
    const before = (await service.call("/documents")).document.meta?.total;
    expect((await upload(null)).error.source).toEqual({ pointer: "/file" });
    expect((await upload("", "text/plain")).error.source).toEqual({ pointer: "/file" });
    expect((await upload("a", "text/plain", { document_type: "poem" })).error.source).toEqual({
      pointer: "/document_type",
    });
    expect((await upload("b", "text/plain", { "cargo_ids[]": [shipment.id] })).error.source).toEqual({
      pointer: "/cargo_ids",
    });
    expect((await upload("c", "text/plain", { "shipment_ids[]": ["7"] })).error.source).toEqual({
      pointer: "/shipment_ids",
    });
    for (const [name, status] of [
      ["x".repeat(256), 422],
      ["a\0b", 400],
    ] as const) {
      const refused = await upload("d", "text/plain", { name });
      expect([refused.status, refused.error.source]).toEqual([status, { pointer: "/name" }]);
    }
    const two = new FormData();
    for (const text of ["one", "two"]) two.append("file", new File([text], "notice.txt"));
    expect((await service.call("/documents", { text: two })).error.source).toEqual({ pointer: "/file" });
    expect((await upload(new Uint8Array(10_000_001))).status).toBe(413);
    const noType = await service.call("/documents", { body: { data: {} } });
    expect([noType.status, noType.error.source]).toEqual([400, { pointer: "/data/type" }]);
    const text = await service.call("/documents", { text: "x", headers: { "Content-Type": "text/plain" } });
    expect(text.status).toBe(415);
    const cut = await service.call("/documents", {
      text: "--x\r\nContent-Dis",
      headers: { "Content-Type": "multipart/form-data; boundary=x" },
    });
    expect(cut.status).toBe(400);
    expect((await service.call("/documents")).document.meta?.total).toBe(before);
    expect((await service.call("/documents", { key: stranger })).items).toHaveLength(1);
  });
});

describe("upload slots of an account", () => {
  it("admit four uploads at once, queue 32, and reject more with 429", async () => {
    let max = 0;
    let active = 0;
    let release: () => void = () => undefined;
    const held = new Promise<void>((free) => {
      release = free;
    });
    const one = () =>
      withUploadSlot("an account", async () => {
        active += 1;
        max = Math.max(max, active);
        await held;
        active -= 1;
        return "stored";
      });
    const taken = Array.from({ length: 36 }, one);
    await expect(one()).rejects.toMatchObject({ status: 429, headers: { "Retry-After": "2" } });
    expect(await withUploadSlot("another account", async () => "stored")).toBe("stored");
    release();
    expect(await Promise.all(taken)).toEqual(Array(36).fill("stored"));
    expect(max).toBe(4);
    await expect(
      withUploadSlot("an account", () => Promise.reject(new Error("broken off"))),
    ).rejects.toThrow();
    expect(await one()).toBe("stored");
  });
});

describe("an e-mail", () => {
  const message = (attachment: string) =>
    [
      "From: Dock office <dock@lines.example>",
      "To: papers@drayboard.example",
      "Subject: =?utf-8?Q?Arrival_notice_f=C3=BCr_Sie?=",
      "Date: Fri, 20 Nov 2026 23:30:00 -0500",
      "Message-ID: <1@lines.example>",
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "See attached.",
      "--b",
      'Content-Type: text/csv; name="containers.csv"',
      'Content-Disposition: attachment; filename="containers.csv"',
      "",
      attachment,
      "--b--",
      "",
    ].join("\r\n");

  const send = (text: string, key = service.key) =>
    service.call("/email_submissions", { text, key, headers: { "Content-Type": "message/rfc822" } });

  it("is stored with its attachments, each file once", async () => {
    const created = await send(message(`container\r\n${container.number}\r\n`));
    expect(created.status).toBe(201);
    expect(created.item.attributes).toMatchObject({
      from: ["dock@lines.example"],
      subject: "Arrival notice für Sie",
      sent_at: "2026-11-21T04:30:00Z",
    });
    const [file] = created.included;
    expect(file?.attributes).toMatchObject({ name: "containers.csv", source: "email" });
    const again = await send(message(`container\r\n${container.number}\r\n`));
    const stored = again.included.filter(({ type }) => type === "document");
    expect(stored.map(({ id }) => id)).toEqual([file?.id]);
    expect((await settled(file?.id ?? "")).item.attributes?.status).toBe("extracted");
    const listed = await service.call("/email_submissions?include=documents");
    expect(listed.items.map(({ id }) => id)).toEqual([again.item.id, created.item.id]);
    expect((await service.call(`/email_submissions/${created.item.id}`, { key: stranger })).status).toBe(404);
  });

  it("is rejected when invalid", async () => {
    expect((await send("just words")).status).toBe(400);
    expect((await send("")).status).toBe(400);
    const wrong = await service.call("/email_submissions", { body: {} });
    expect(wrong.status).toBe(415);
  });
});

describe("finding numbers", () => {
  it("finds only containers with a valid check digit, in any spacing, once each", () => {
    const text = "msku 480796-9, MSKU4807969 and MSKU4807968; BL MAEU221876618";
    expect(findNumbers(text)).toEqual({
      container_numbers: ["MSKU4807969"],
      bill_of_lading_numbers: ["MSKU4807968", "MAEU221876618"],
    });
    expect(findNumbers("nothing here")).toEqual({ container_numbers: [], bill_of_lading_numbers: [] });
  });

  it("classifies by the first title", () => {
    expect(classify("DELIVERY ORDER for bill of lading 7")).toBe("delivery_order");
    expect(classify("hello")).toBeNull();
  });
});
