import { randomUUID } from "node:crypto";

/** A file to be streamed: `bytes` is the total length of `parts`. */
export type FormFile = {
  name: string;
  mediaType: string;
  bytes: number;
  parts: AsyncIterable<Uint8Array>;
};

/** Escapes text for a header of a form part, as browsers do. */
const quoted = (text: string) =>
  text.replace(/["\r\n]/g, (sign) => ({ '"': "%22", "\r": "%0D" })[sign] ?? "%0A");

/**
 * Builds a form with a file and text fields, streamed part by part. Only the current part is in memory. The length is
 * known in advance, so reading throws when the file is shorter or longer.
 */
export function formOfFile(file: FormFile, texts: readonly (readonly [string, string])[]) {
  const boundary = `drayboard-${randomUUID()}`;
  const encode = (text: string) => Buffer.from(text, "utf8");
  const head = encode(
    texts
      .map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
      )
      .join("") +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(file.name)}"\r\n` +
      `Content-Type: ${file.mediaType}\r\n\r\n`,
  );
  const tail = encode(`\r\n--${boundary}--\r\n`);

  async function* written(): AsyncGenerator<Uint8Array> {
    yield head;
    let sent = 0;
    for await (const part of file.parts) {
      sent += part.byteLength;
      if (sent > file.bytes) throw new Error("the file is longer than was said");
      yield part;
    }
    if (sent < file.bytes) throw new Error("the file broke off");
    yield tail;
  }

  return {
    mediaType: `multipart/form-data; boundary=${boundary}`,
    bytes: head.byteLength + file.bytes + tail.byteLength,
    written,
  };
}
