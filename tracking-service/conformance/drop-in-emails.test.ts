import { afterAll, beforeAll, describe, expect } from "vitest";
import { type JsonApiRecord, relatedMany, relatedOne } from "@/lib/contract/json-api";
import { call, itOurs, untilDocumentRead } from "./target";

const OURS = "other services differ here";
const RUN = Date.now().toString(36);

let email: JsonApiRecord;
let included: JsonApiRecord[];
let document = "";
beforeAll(async () => {
  const text = [
    "From: dock@lines.example",
    "To: papers@forwarder.example, Imports <imports@forwarder.example>",
    "Cc: office@forwarder.example",
    "Subject: Papers",
    `Message-ID: <${RUN}@lines.example>`,
    "In-Reply-To: <first@forwarder.example>",
    "References: <first@forwarder.example> <second@lines.example>",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    'Content-Type: text/plain; name="note.txt"',
    'Content-Disposition: attachment; filename="note.txt"',
    "",
    `note ${RUN}`,
    "--b--",
    "",
  ].join("\r\n");
  const sent = await call("/email_submissions", { text, headers: { "Content-Type": "message/rfc822" } });
  document = relatedMany(sent.item, "documents")[0]?.id ?? "";
  await untilDocumentRead(document);
  const shown = await call(`/email_submissions/${sent.item.id}`);
  email = shown.item;
  included = shown.included;
}, 30_000);
afterAll(() => call(`/documents/${document}`, { method: "DELETE" }));

describe("supplement-2.md, 2. email_submission, 13", () => {
  itOurs("attributes, address lists", OURS, () => {
    expect(email.attributes).toEqual({
      subject: "Papers",
      body: null,
      from: ["dock@lines.example"],
      to: ["papers@forwarder.example", "imports@forwarder.example"],
      cc: ["office@forwarder.example"],
      sent_at: null,
      message_id: `<${RUN}@lines.example>`,
      in_reply_to: "<first@forwarder.example>",
      references: ["<first@forwarder.example>", "<second@lines.example>"],
      content_type: "multipart/mixed",
      documents_count: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  itOurs("relationships account, user, documents", OURS, () => {
    expect(relatedOne(email, "account")?.type).toBe("account");
    expect(email.relationships).toHaveProperty("user");
    expect(relatedMany(email, "documents")).toHaveLength(1);
  });
});

describe("supplement-2.md, 2. Its includes", () => {
  const of = (records: JsonApiRecord[], type: string) => records.find((record) => record.type === type);

  itOurs("documents and their representation by default", OURS, () => {
    expect(included.map(({ type }) => type).sort()).toEqual(["document", "document_representation"]);
  });

  itOurs("a document next to an e-mail is short", OURS, async () => {
    for (const path of [
      `/email_submissions/${email.id}`,
      "/email_submissions?page[size]=100&include=account",
    ]) {
      const short = (await call(path)).included.find(
        ({ id, type }) => type === "document" && id === document,
      );
      expect(short?.attributes).toEqual({
        name: "note.txt",
        source: "email",
        document_type: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      });
    }
  });

  itOurs("an e-mail next to a document is short", OURS, async () => {
    const shown = of(
      (await call(`/documents/${document}?include=email_submission`)).included,
      "email_submission",
    );
    expect(shown?.id).toBe(email.id);
    expect(shown?.attributes).toEqual({
      subject: "Papers",
      body_preview: null,
      from: ["dock@lines.example"],
      to: ["papers@forwarder.example", "imports@forwarder.example"],
      cc: ["office@forwarder.example"],
      sent_at: null,
      message_id: `<${RUN}@lines.example>`,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });
});

itOurs("supplement-2.md, 7. document.*: relationship document, version, representation", OURS, async () => {
  const { items, included: records } = await call("/webhook_notifications/examples?event=document.extracted");
  const [item] = items;
  expect(item && relatedOne(item, "document")).toEqual(item && relatedOne(item, "reference_object"));
  expect(item?.attributes?.version).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(records.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["document", "document_representation", "email_submission"]),
  );
  const email = records.find(({ type }) => type === "email_submission");
  expect(email?.attributes).toHaveProperty("body_preview");
  expect(email?.attributes).not.toHaveProperty("body");
});
