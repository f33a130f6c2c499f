import { describe, expect, it } from "vitest";
import type { OpenedFile } from "@/lib/tracking-client/download";
import { openSharedDocument } from "./open-shared-document";

const DOCUMENT = {
  id: "d-1",
  name: "Delivery order",
  kind: "Delivery order",
  bytes: null,
  createdAt: null,
  about: [],
};

let requested: string[] = [];
let cancelled = false;

/** The service's file in parts of the given sizes, as a network delivers it. */
function serving(content: Buffer, partBytes = 3) {
  requested = [];
  cancelled = false;
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= content.byteLength) return controller.close();
      controller.enqueue(content.subarray(at, at + partBytes));
      at += partBytes;
    },
    cancel: () => {
      cancelled = true;
    },
  });
  return {
    openFile: async (path: string): Promise<OpenedFile> => {
      requested.push(path);
      return { body, bytes: content.byteLength };
    },
  };
}

const PDF = Buffer.from("%PDF-1.7 and the rest of a file");

describe("a shared document", () => {
  it("is streamed whole, with the type and ending of its content", async () => {
    const file = await openSharedDocument([DOCUMENT], "d-1", serving(PDF));
    expect(requested).toEqual(["documents/d-1/download_url"]);
    expect(file).toMatchObject({
      mediaType: "application/pdf",
      bytes: PDF.byteLength,
      name: "Delivery order",
    });
    expect(file.disposition).toContain('attachment; filename="Delivery order.pdf"');
    expect(Buffer.from(await new Response(file.body).arrayBuffer())).toEqual(PDF);
  });

  it.each([
    ["ffd8ffe000104a46", "image/jpeg", "jpg"],
    ["89504e470d0a1a0a", "image/png", "png"],
    ["49492a0008000000", "image/tiff", "tif"],
    ["4d4d002a00000008", "image/tiff", "tif"],
  ])("beginning with %s is %s", async (head, mediaType, ending) => {
    const file = await openSharedDocument([DOCUMENT], "d-1", serving(Buffer.from(head, "hex")));
    expect(file.mediaType).toBe(mediaType);
    expect(file.disposition).toContain(`filename="Delivery order.${ending}"`);
  });

  it.each([
    ["a page", "<html><script>%PDF-"],
    ["a ZIP file", "PK\u0003\u0004 of an office document"],
    ["less than a header", "%PDF"],
    ["nothing", ""],
  ])("is refused for %s, whatever its name says", async (_, content) => {
    const named = { ...DOCUMENT, name: "Order.pdf" };
    const file = openSharedDocument([named], "d-1", serving(Buffer.from(content)));
    await expect(file).rejects.toMatchObject({ code: "not_found" });
  });

  it("is no longer read at the service when it is refused", async () => {
    const large = Buffer.concat([Buffer.from("<html>"), Buffer.alloc(100)]);
    await expect(openSharedDocument([DOCUMENT], "d-1", serving(large))).rejects.toThrow();
    expect(cancelled).toBe(true);
  });

  it("costs no request when the reader may not see it", async () => {
    const service = serving(PDF);
    await expect(openSharedDocument([DOCUMENT], "d-2", service)).rejects.toMatchObject({ code: "not_found" });
    expect(requested).toEqual([]);
  });
});
