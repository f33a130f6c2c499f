import { randomBytes } from "node:crypto";
import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import { unzip } from "./test-unzip";
import { zipOf } from "./zip";

async function all(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const found: Uint8Array[] = [];
  for await (const piece of pieces) found.push(piece);
  return Buffer.concat(found);
}

/** Text that hardly compresses, in 100 pieces of 64 kB. `read` counts the pieces taken, `over` is set at the end. */
function longSource() {
  const source = { read: 0, over: false, pieces };
  async function* pieces() {
    try {
      for (; source.read < 100; source.read += 1) yield randomBytes(32_000).toString("hex");
    } finally {
      source.over = true;
    }
  }
  return source;
}

it("writes an archive that two readers open", async () => {
  const bytes = await all(
    zipOf([
      { name: "empty.txt", contents: [] },
      { name: "döc/ü.txt", contents: ["Zoë ", "港 🚢"] },
      { name: "long.txt", contents: longSource().pieces() },
    ]),
  );
  const files = unzip(bytes);
  expect(Object.keys(files)).toEqual(["empty.txt", "döc/ü.txt", "long.txt"]);
  expect(files["empty.txt"]).toBe("");
  expect(files["döc/ü.txt"]).toBe("Zoë 港 🚢");
  expect(files["long.txt"]).toHaveLength(6_400_000);
  expect(Object.values(unzipSync(bytes)).map((file) => Buffer.from(file).toString())).toEqual(
    Object.values(files),
  );
});

it("reads no further ahead than its reader, and ends the source when the reader leaves", async () => {
  const source = longSource();
  const archive = zipOf([{ name: "long.txt", contents: source.pieces() }]);
  await archive.next();
  await archive.next();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(source.read).toBeLessThan(10);
  await archive.return(undefined);
  await expect.poll(() => source.over).toBe(true);
});

it("fails with the error of its source", async () => {
  async function* broken() {
    yield "begun";
    throw new Error("the database is gone");
  }
  const archive = zipOf([{ name: "a.txt", contents: broken() }]);
  await expect(all(archive)).rejects.toThrow("the database is gone");
});
