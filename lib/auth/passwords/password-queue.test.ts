import { afterEach, describe, expect, it } from "vitest";
import { type Caller, openPasswordQueue, type PasswordQueue, type ScryptInput } from "./password-queue";

const known: Caller = { kind: "known" };
const stranger = (network = "192.0.2.1"): Caller => ({ kind: "stranger", network });
const input = (password: string, log2N = 4): ScryptInput => ({
  password,
  salt: Buffer.alloc(16),
  bytes: 32,
  options: { N: 2 ** log2N, r: 8, p: 1, maxmem: 2 ** 28 },
});
/** A hash that takes some tenths of a second. */
const slow = (password: string) => input(password, 15);

let queue: PasswordQueue;
const open = (places: number) => {
  queue = openPasswordQueue({ threads: 1, places });
  return queue;
};
afterEach(async () => {
  await queue.close();
});

/** Holds places until they are released. */
function holding(caller: Caller) {
  let release = () => {};
  const held = queue.run(
    caller,
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  return { held, release: () => release() };
}

describe("the queue of password checks", () => {
  it("hashes on its own thread and leaves libuv's threads free", async () => {
    const { lookup } = await import("node:dns/promises");
    const { gzip } = await import("node:zlib");
    open(16);
    const order: string[] = [];
    const hashes = Array.from({ length: 6 }, (_, n) =>
      queue.run(known, (place) => place.derive(slow(String(n)))).then(() => order.push("hash")),
    );
    const zipped = new Promise<void>((resolve, reject) => {
      gzip("a page", (error) => (error ? reject(error) : resolve()));
    }).then(() => order.push("gzip"));
    const looked = lookup("localhost").then(() => order.push("dns"));
    await Promise.all([...hashes, zipped, looked]);
    // If hashes ran on libuv's four threads, both would finish after four of them.
    expect(order.slice(0, 3)).toEqual(expect.arrayContaining(["gzip", "dns"]));
  });

  it("computes the same hashes as scryptSync", async () => {
    const { scryptSync } = await import("node:crypto");
    open(2);
    const key = await queue.run(known, (place) => place.derive(input("words")));
    expect(key.equals(scryptSync("words", Buffer.alloc(16), 32, { N: 16, r: 8, p: 1 }))).toBe(true);
  });

  it("refuses strangers past half of the places, and known devices past all of them", async () => {
    open(8);
    const held = ["a", "b", "c", "d"].map((network) => holding(stranger(network)));
    expect(queue.isFull(stranger("e"))).toBe(true);
    await expect(queue.run(stranger("e"), async () => "checked")).rejects.toMatchObject({
      code: "busy",
      status: 503,
    });
    const others = [known, known, known, known].map(holding);
    await expect(queue.run(known, async () => "checked")).rejects.toMatchObject({ code: "busy" });
    others[0]?.release();
    await others[0]?.held;
    expect(await queue.run(known, async () => "checked")).toBe("checked");
    expect(queue.isFull(stranger("e"))).toBe(true);
    held[0]?.release();
    await held[0]?.held;
    expect(await queue.run(stranger("e"), async () => "checked")).toBe("checked");
    for (const { release } of [...held, ...others]) release();
  });

  it("leaves places to other networks when one network floods it", async () => {
    open(8);
    const held = [holding(stranger("a")), holding(stranger("a"))];
    await expect(queue.run(stranger("a"), async () => "checked")).rejects.toMatchObject({ code: "busy" });
    expect(await queue.run(stranger("b"), async () => "checked")).toBe("checked");
    for (const { release } of held) release();
  });

  it("computes hashes of known devices before those of waiting strangers", async () => {
    open(8);
    const order: string[] = [];
    const hash = (caller: Caller, name: string) =>
      queue.run(caller, (place) => place.derive(input(name, 12))).then(() => order.push(name));
    const strangers = ["a", "b", "c", "d"].map((network) => hash(stranger(network), "stranger"));
    const device = hash(known, "known");
    await Promise.all([...strangers, device]);
    expect(order).toEqual(["stranger", "known", "stranger", "stranger", "stranger"]);
  });

  it("releases a place after a failed check, and continues after scrypt rejected an input", async () => {
    open(2);
    const refused = queue.run(stranger(), (place) =>
      place.derive({ ...input("x"), options: { N: 3, r: 8, p: 1, maxmem: 2 ** 20 } }),
    );
    await expect(refused).rejects.toThrow();
    await expect(queue.run(stranger(), async () => Promise.reject(new Error("no database")))).rejects.toThrow(
      "no database",
    );
    expect(await queue.run(stranger(), (place) => place.derive(input("x")))).toHaveLength(32);
  });

  it("starts another thread after one ended, and rejects that thread's current hash", async () => {
    open(4);
    const lost = queue.run(known, (place) => place.derive(input("x", 18)));
    const failed = expect(lost).rejects.toThrow();
    await queue.close();
    await failed;
    expect(await queue.run(known, (place) => place.derive(input("x")))).toHaveLength(32);
  });
});
