import { afterAll, describe, expect, it } from "vitest";
import { call } from "./target";

const made: string[] = [];
afterAll(async () => {
  for (const id of made) await call(`/documents/${id}`, { method: "DELETE" });
});

async function upload(content: string) {
  const form = new FormData();
  form.append("file", new File([content], "notice.txt", { type: "text/plain" }));
  const answer = await call("/documents", { text: form });
  if (answer.status === 201) made.push(answer.item.id);
  return answer;
}

/** Content no earlier run of the suite left behind. */
const fresh = (text: string) => `${text} ${Date.now()} ${Math.random()}`;

async function settled(id: string) {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await call(`/documents/${id}`);
    if (answer.item.attributes?.status !== "pending") return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the document was not read");
}

describe("supplement.md, documents", () => {
  it("GET /documents/types names every kind", async () => {
    const answer = await call("/documents/types");
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('"arrival_notice"');
  });

  it("are uploaded, read, listed, shown, edited, downloaded and deleted", async () => {
    const box = (await call("/containers?page[size]=1")).items[0];
    const content = fresh(`Arrival notice ${box?.attributes?.number}`);
    const answer = await upload(content);
    expect(answer.status).toBe(201);
    const { id } = answer.item;
    expect((await settled(id)).item.attributes).toMatchObject({
      status: "extracted",
      document_type: "arrival_notice",
    });
    expect(
      (await call(`/documents/${id}?include=cargos,shipments`)).included.map((record) => record.id),
    ).toContain(box?.id);
    expect((await call(`/documents?filter[cargo_id]=${box?.id}`)).items.map((item) => item.id)).toContain(id);
    const edited = await call(`/documents/${id}`, {
      method: "PATCH",
      body: {
        data: {
          type: "document",
          attributes: { name: "Notice", document_type: "other" },
          relationships: { cargos: { data: [] } },
        },
      },
    });
    expect(edited.item.attributes).toMatchObject({ name: "Notice", document_type: "other" });
    expect(edited.item.relationships?.cargos?.data).toEqual([]);
    const { download_url: url } = JSON.parse((await call(`/documents/${id}/download_url`)).text);
    expect(await (await fetch(url)).text()).toBe(content);
    expect((await call(`/documents/${id}`, { method: "DELETE" })).status).toBe(204);
    expect((await call(`/documents/${id}`)).status).toBe(404);
  });

  it("refuses a form without its file, and the same file twice", async () => {
    expect((await call("/documents", { text: new FormData() })).error.source).toEqual({ pointer: "/file" });
    const content = fresh("twice");
    await upload(content);
    expect((await upload(content)).status).toBe(422);
  });
});

describe("supplement.md, email_submissions", () => {
  it("come in, are listed and shown with their documents", async () => {
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
    const answer = await call("/email_submissions", {
      text: message,
      headers: { "Content-Type": "message/rfc822" },
    });
    expect(answer.status).toBe(201);
    made.push(...answer.included.map(({ id }) => id));
    const { id } = answer.item;
    expect((await call("/email_submissions?page[size]=5")).items.map((item) => item.id)).toContain(id);
    const shown = await call(`/email_submissions/${id}?include=documents`);
    expect(shown.included.map((record) => record.attributes?.name)).toEqual(["note.txt"]);
  });
});
