import { crc32, inflateRawSync } from "node:zlib";

/**
 * The files of an archive, read by its central directory. Throws if a header, a checksum or a length differs from the
 * directory.
 */
export function unzip(bytes: Buffer): Record<string, string> {
  const files: Record<string, string> = {};
  const end = bytes.lastIndexOf(Buffer.from("504b0506", "hex"));
  if (end < 0 || end + 22 !== bytes.length) throw new Error("no end of a central directory");
  const begin = bytes.readUInt32LE(end + 16);
  if (begin + bytes.readUInt32LE(end + 12) !== end)
    throw new Error("the directory is not where its end says");
  let at = begin;
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error("no entry of the directory");
    const [crc, packed, size] = [16, 20, 24].map((place) => bytes.readUInt32LE(at + place));
    const length = bytes.readUInt16LE(at + 28);
    const name = bytes.subarray(at + 46, at + 46 + length).toString("utf8");
    const local = bytes.readUInt32LE(at + 42);
    if (bytes.readUInt32LE(local) !== 0x04034b50) throw new Error(`${name}: no local header`);
    if (bytes.subarray(local + 30, local + 30 + length).toString("utf8") !== name)
      throw new Error(`${name}: another name in its local header`);
    const data = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const contents = inflateRawSync(bytes.subarray(data, data + (packed ?? 0)));
    if (contents.length !== size || crc32(contents) !== crc)
      throw new Error(`${name}: not what the directory says`);
    const sums = [4, 8, 12].map((place) => bytes.readUInt32LE(data + (packed ?? 0) + place));
    if (sums.join() !== [crc, packed, size].join()) throw new Error(`${name}: other sums behind it`);
    files[name] = contents.toString("utf8");
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}
