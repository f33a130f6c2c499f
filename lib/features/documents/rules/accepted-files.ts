import { bytesText } from "./document";

/**
 * The service accepts requests of at most 10 MB. The rest is reserved for the small parts of the request around the
 * file.
 */
export const MAX_FILE_BYTES = 9_900_000;
/** The number of leading bytes that are needed to detect the file type. */
export const TELLING_BYTES = 1_024;

type Kind = { media: string; label: string; is: (head: Uint8Array) => boolean };

const begins =
  (...marks: readonly (readonly number[])[]) =>
  (head: Uint8Array) =>
    marks.some((mark) => mark.every((byte, index) => head[index] === byte));
const latin = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const holds = (mark: readonly number[]) => (head: Uint8Array) =>
  head.some((_, at) => mark.every((byte, index) => head[at + index] === byte));

const UTF_16 = begins([0xff, 0xfe], [0xfe, 0xff]);
const ZIP = begins([0x50, 0x4b, 0x03, 0x04]);
const OLE = begins([0xd0, 0xcf, 0x11, 0xe0]);
const isText = (head: Uint8Array) => UTF_16(head) || !head.includes(0);
const OFFICE = "application/vnd.openxmlformats-officedocument";

const PDF: Kind = { media: "application/pdf", label: "a PDF", is: holds(latin("%PDF-")) };
const JPEG: Kind = { media: "image/jpeg", label: "a JPEG image", is: begins([0xff, 0xd8, 0xff]) };
const TIFF: Kind = {
  media: "image/tiff",
  label: "a TIFF image",
  is: begins([0x49, 0x49, 0x2a, 0x00], [0x4d, 0x4d, 0x00, 0x2a]),
};

/** Accepted file types by file name extension. Types that a browser would execute are excluded. */
const KINDS: Readonly<Record<string, Kind>> = {
  pdf: PDF,
  jpg: JPEG,
  jpeg: JPEG,
  png: { media: "image/png", label: "a PNG image", is: begins([0x89, 0x50, 0x4e, 0x47]) },
  gif: { media: "image/gif", label: "a GIF image", is: begins(latin("GIF8")) },
  webp: { media: "image/webp", label: "a WebP image", is: begins(latin("RIFF")) },
  tif: TIFF,
  tiff: TIFF,
  docx: { media: `${OFFICE}.wordprocessingml.document`, label: "a Word document", is: ZIP },
  xlsx: { media: `${OFFICE}.spreadsheetml.sheet`, label: "an Excel file", is: ZIP },
  doc: { media: "application/msword", label: "a Word document", is: OLE },
  xls: { media: "application/vnd.ms-excel", label: "an Excel file", is: OLE },
  csv: { media: "text/csv", label: "text", is: isText },
  txt: { media: "text/plain", label: "text", is: isText },
  eml: { media: "message/rfc822", label: "an email", is: isText },
};

/** The file types for a file dialog. */
export const FILE_ENDINGS = Object.keys(KINDS)
  .map((ending) => `.${ending}`)
  .join(",");

const kindOf = (name: string): Kind | undefined => {
  const ending = /\.([^.]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(KINDS, ending) ? KINDS[ending] : undefined;
};

/** Returns the media type by file name. The type that the browser sends is never used. */
export const mediaTypeOf = (name: string): string => kindOf(name)?.media ?? "application/octet-stream";

/** Returns the reason why a file cannot be a document, before any of it is read. Null when it can. */
export function fileProblem(name: string, bytes: number): string | null {
  if (!kindOf(name))
    return "Unsupported file type. Upload a PDF, image, Word, Excel, text or email (.eml) file.";
  if (bytes === 0) return "The file is empty.";
  if (bytes > MAX_FILE_BYTES)
    return `The file is ${bytesText(bytes)}. The limit is ${bytesText(MAX_FILE_BYTES)}.`;
  return null;
}

/** Returns the reason why the first bytes of a file do not match its name. Null when they do. */
export function contentProblem(name: string, head: Uint8Array): string | null {
  const kind = kindOf(name);
  if (!kind || kind.is(head)) return null;
  return `The file content is not ${kind.label}. Correct the file extension, then upload again.`;
}

/** Returns a file name that is safe in a header and on any file system: no path and no control characters. */
export function safeFileName(name: string): string {
  const plain = (name.split(/[/\\]/).at(-1) ?? "")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069"<>:|?*;]/g, " ")
    .replace(/\p{Surrogate}/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|[. ]+$/g, "");
  const [, stem = plain, ending = ""] = /^(.*?)(\.[^.]{1,10})?$/.exec(plain) ?? [];
  const short = [...stem].slice(0, 180).join("");
  return `${short}${ending}` || "document";
}

/** Returns the header that makes a browser save a file under its name, whatever its content. */
export function savedAs(name: string): string {
  const safe = safeFileName(name);
  const plain =
    safe
      .normalize("NFKD")
      .replace(/[^\x20-\x7e]/g, "")
      .replace(/%/g, "")
      .trim() || "document";
  const exact = encodeURIComponent(safe).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain.replace(/["\\]/g, "")}"; filename*=UTF-8''${exact}`;
}
