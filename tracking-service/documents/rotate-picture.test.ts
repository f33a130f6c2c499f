import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";
import { rotatePicture } from "./rotate-picture";

const RED = { r: 250, g: 0, b: 0 };
const BLUE = { r: 0, g: 0, b: 250 };

/** 48 × 32 pixels: blue, with a red square of 16 pixels at the top left. */
const picture = () =>
  sharp({ create: { width: 48, height: 32, channels: 3, background: BLUE } }).composite([
    { input: { create: { width: 16, height: 16, channels: 3, background: RED } }, left: 0, top: 0 },
  ]);

/** Size, and in which corner the red square is. */
async function seen(content: Buffer): Promise<string> {
  const { data, info } = await sharp(content).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const isRed = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 0) > 128;
  const [right, bottom] = [info.width - 4, info.height - 4];
  const corners = {
    "top left": [4, 4],
    "top right": [right, 4],
    "bottom right": [right, bottom],
    "bottom left": [4, bottom],
  };
  const red = Object.entries(corners).filter(([, [x = 0, y = 0]]) => isRed(x, y));
  return `${info.width} × ${info.height}, ${red.map(([name]) => name).join(", ")}`;
}

describe("a rotated picture", () => {
  it.each(["png", "jpeg", "webp", "gif", "tiff"] as const)("keeps the format %s", async (format) => {
    const content = await picture().toFormat(format).toBuffer();
    const rotated = await Promise.all([90, 180, 270].map((degrees) => rotatePicture(content, degrees)));
    expect(await Promise.all(rotated.map(seen))).toEqual([
      "32 × 48, top right",
      "48 × 32, bottom right",
      "32 × 48, bottom left",
    ]);
    for (const one of rotated) expect((await sharp(one).metadata()).format).toBe(format);
  });

  it("is rotated from what a viewer shows, and loses its metadata", async () => {
    // Orientation 6: viewers show it rotated clockwise by 90 degrees, with the square at the top right.
    const exif = { IFD3: { GPSLatitude: "33/1 44/1 0/1" } };
    const content = await picture().withMetadata({ orientation: 6, exif }).jpeg().toBuffer();
    const rotated = await rotatePicture(content, 90);
    expect(await seen(rotated)).toBe("48 × 32, bottom right");
    const { orientation, exif: left } = await sharp(rotated).metadata();
    expect([orientation, left]).toEqual([undefined, undefined]);
  });

  it("is refused if it is no picture, too large, of several pages or of another format", async () => {
    const refusal = (content: Buffer) => rotatePicture(content, 90).catch((error: Error) => error.message);
    const unreadable =
      "The file is not a readable picture of at most 40 million pixels and 12,000 pixels a side.";
    expect(await refusal(Buffer.from("no picture"))).toBe(unreadable);
    const whole = await picture().png().toBuffer();
    expect(await refusal(whole.subarray(0, whole.length - 20))).toBe(unreadable);
    expect(await refusal(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`))).toBe(
      unreadable,
    );
    const large = sharp({ create: { width: 8_000, height: 5_001, channels: 3, background: BLUE } });
    expect(await refusal(await large.png({ compressionLevel: 1 }).toBuffer())).toBe(unreadable);
    const long = sharp({ create: { width: 12_001, height: 2, channels: 3, background: BLUE } });
    expect(await refusal(await long.png().toBuffer())).toBe(unreadable);
    const pages = [whole, await picture().negate().png().toBuffer()];
    const animated = await sharp(pages, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect(await refusal(animated)).toBe("A picture with several pages cannot be rotated.");
  });
});

describe("POST /documents/{id}/rotate", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ seedContainers: 1 });
  });
  afterAll(() => service.end());

  async function upload(content: Buffer): Promise<string> {
    const form = new FormData();
    form.append("file", new File([new Uint8Array(content)], `${randomUUID()}.png`, { type: "image/png" }));
    return (await service.call("/documents", { text: form })).item.id;
  }
  const rotate = (id: string, degrees: number) =>
    service.call(`/documents/${id}/rotate`, { body: { degrees } });
  const address = async (id: string) =>
    z
      .object({ download_url: z.url() })
      .parse(JSON.parse((await service.call(`/documents/${id}/download_url`)).text)).download_url;
  const fileAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

  it("replaces the file and ends its former addresses", async () => {
    const content = await picture().png().toBuffer();
    const id = await upload(content);
    const former = await address(id);
    expect((await rotate(id, 90)).status).toBe(202);
    expect((await fetch(former)).status).toBe(404);
    const rotated = await fileAt(await address(id));
    expect(await seen(rotated)).toBe("32 × 48, top right");
    const { item } = await service.call(`/documents/${id}`);
    expect(item.attributes?.file_size_bytes).toBe(rotated.byteLength);
    // The former content is no longer in the account, the rotated one is.
    const again = await upload(content);
    const conflict = await rotate(again, 90);
    expect([conflict.status, conflict.error.meta]).toEqual([
      409,
      expect.objectContaining({ existing_document_id: id }),
    ]);
    expect(await seen(await fileAt(await address(again)))).toBe("48 × 32, top left");
  });

  it("adds up when requested at the same time", async () => {
    const id = await upload(await picture().negate().png().toBuffer());
    const before = await seen(await picture().negate().png().toBuffer());
    const answers = await Promise.all([90, 90, 180, 90, 270].map((degrees) => rotate(id, degrees)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    expect(before).toBe("48 × 32, top right, bottom right, bottom left");
    expect(await seen(await fileAt(await address(id)))).toBe(before);
  });

  it("rejects a file that cannot be rotated with 422 and keeps it", async () => {
    const id = await upload(Buffer.from("no picture"));
    const { status, error } = await rotate(id, 90);
    expect([status, error.title, error.source]).toEqual([422, "Invalid rotation", { pointer: "/degrees" }]);
    expect(String(await fileAt(await address(id)))).toBe("no picture");
  });
});
