/** Maximum file size that is read. */
export const MAX_LIST_BYTES = 5_000_000;

export type Decoded = { text: string; encoding: string } | { problem: string };

const SAVE_AS = "Open it, save it as CSV and select the CSV file.";

/** Signatures of files that are not text, with the name of the format. */
const OTHER_FILES: readonly { bytes: readonly number[]; label: string }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], label: `This is a workbook or ZIP file, not a text file. ${SAVE_AS}` },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], label: `This is an older Office file, not a text file. ${SAVE_AS}` },
  {
    bytes: [0x25, 0x50, 0x44, 0x46],
    label: "This is a PDF, not a text file. Copy and paste the numbers instead.",
  },
  { bytes: [0x89, 0x50, 0x4e, 0x47], label: "This is an image, not a text file." },
  { bytes: [0xff, 0xd8, 0xff], label: "This is an image, not a text file." },
  { bytes: [0x1f, 0x8b], label: "This file is compressed. Extract it first." },
];

const beginsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

const SAMPLE = 4_096;

/** Detects UTF-16 without a byte order mark: in plain text nearly every other byte is zero. */
function utf16Without(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const sample = bytes.subarray(0, SAMPLE);
  const pairs = Math.floor(sample.length / 2);
  if (pairs < 2) return null;
  let [even, odd] = [0, 0];
  for (let index = 0; index < pairs * 2; index += 2) {
    if (sample[index] === 0) even += 1;
    if (sample[index + 1] === 0) odd += 1;
  }
  if (odd > pairs * 0.6 && even < pairs * 0.1) return "utf-16le";
  return even > pairs * 0.6 && odd < pairs * 0.1 ? "utf-16be" : null;
}

const ENCODING_LABELS: Record<string, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252 (Latin-1)",
};

/**
 * The characters of Windows-1252 from 0x80, where Latin-1 has control characters. Some runtimes decode only Latin-1.
 */
const WINDOWS_SIGNS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

const withWindowsSigns = (text: string): string =>
  text.replaceAll(/[\x80-\x9f]/g, (sign) => WINDOWS_SIGNS[sign.charCodeAt(0) - 0x80] ?? sign);

function decodeAs(bytes: Uint8Array, encoding: string, fatal: boolean): string | null {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes);
  } catch {
    return null;
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (beginsWith(bytes, [0xff, 0xfe])) return "utf-16le";
  if (beginsWith(bytes, [0xfe, 0xff])) return "utf-16be";
  if (beginsWith(bytes, [0xef, 0xbb, 0xbf])) return "utf-8";
  const wide = utf16Without(bytes);
  if (wide) return wide;
  return decodeAs(bytes, "utf-8", true) === null ? "windows-1252" : "utf-8";
}

/**
 * Decodes a file: UTF-8, UTF-16 with or without a byte order mark, otherwise Windows-1252, which includes Latin-1. A
 * file that is not text is rejected with a message.
 */
export function decodeList(bytes: Uint8Array): Decoded {
  if (bytes.length === 0) return { problem: "The file is empty." };
  const other = OTHER_FILES.find((kind) => beginsWith(bytes, kind.bytes));
  if (other) return { problem: other.label };
  const encoding = encodingOf(bytes);
  const decoded = decodeAs(bytes, encoding, false) ?? "";
  const text = encoding === "windows-1252" ? withWindowsSigns(decoded) : decoded;
  if (text.includes("\0")) return { problem: "This is not a text file. It has unsupported characters." };
  return { text, encoding: ENCODING_LABELS[encoding] ?? encoding };
}

/** The reason why a file is not read at all. Null if it is read. */
export function sizeProblem({ size, name }: { size: number; name: string }): string | null {
  if (size <= MAX_LIST_BYTES) return null;
  const megabytes = (size / 1_000_000).toLocaleString("en-US", { maximumFractionDigits: 1 });
  return `${name} is ${megabytes} MB. The limit is ${MAX_LIST_BYTES / 1_000_000} MB. Split it or remove unneeded columns.`;
}
