import { deflateSync } from "node:zlib";

const MB = 1_048_576;
/** Number of bytes that two bytes of a run-length stream decode to. */
const RUN = 128;

/** Builds a PDF of these objects, numbered from 1. Object 1 is its catalog. */
function pdfOf(objects: readonly (string | Buffer)[]): Uint8Array<ArrayBuffer> {
  const parts = objects.flatMap((object, index) => [
    Buffer.from(`${index + 1} 0 obj`),
    Buffer.from(object),
    Buffer.from("\nendobj\n"),
  ]);
  const whole = [Buffer.from("%PDF-1.4\n"), ...parts, Buffer.from("trailer<</Root 1 0 R>>\n")];
  return new Uint8Array(Buffer.concat(whole));
}

const pageOf = (contents: string, resources = "") =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 144]/Contents[${contents}]/Resources<<${resources}>>>>`;
const HEAD = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>"];

function streamOf(bytes: Buffer, filters = ""): Buffer {
  const start = Buffer.from(`<</Length ${bytes.byteLength}${filters}>>stream\n`);
  return Buffer.concat([start, bytes, Buffer.from("\nendstream")]);
}

/** Builds a one-page PDF with this text. "" gives a page without text, like a scan. */
export function textPdf(text: string): Uint8Array<ArrayBuffer> {
  const content = text === "" ? "" : `BT /F1 12 Tf 72 72 Td (${text}) Tj ET`;
  const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
  return pdfOf([...HEAD, pageOf("4 0 R", "/Font<</F1 5 0 R>>"), streamOf(Buffer.from(content)), font]);
}

/**
 * Builds a PDF of a few KB whose page decodes to `decodedMb`: runs of spaces behind two filters. `fillMb` of
 * meaningless bytes make the file itself larger.
 */
export function bombPdf(decodedMb: number, fillMb = 0): Uint8Array<ArrayBuffer> {
  const runs = Buffer.alloc((decodedMb * MB * 2) / RUN);
  for (let at = 0; at < runs.byteLength; at += 2) runs.writeUInt16BE(((257 - RUN) << 8) | 0x20, at);
  const bomb = streamOf(deflateSync(runs), "/Filter[/FlateDecode/RunLengthDecode]");
  return pdfOf([...HEAD, pageOf("4 0 R 4 0 R"), bomb, streamOf(Buffer.alloc(fillMb * MB, 0x25))]);
}

/** Builds a PDF with `objects` meaningless objects. */
export function manyObjectsPdf(objects: number): Uint8Array<ArrayBuffer> {
  const filler = Array.from({ length: objects }, () => "<</A[1 2 3]/B(x)>>");
  return pdfOf([...HEAD, pageOf("4 0 R"), streamOf(Buffer.from("")), ...filler]);
}
