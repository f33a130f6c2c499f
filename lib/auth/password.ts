import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { type Cost, PASSWORD_COST } from "./password-cost";
import { readableText } from "./readable-text";

const SALT_BYTES = 16;
const KEY_BYTES = 32;

const HASH_SHAPE = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]{22,})\$([\w+/]{22,})$/;

function derive(password: string, salt: Buffer, cost: Cost, bytes: number): Promise<Buffer> {
  const N = 2 ** cost.log2N;
  const options: ScryptOptions = { N, r: cost.r, p: cost.p, maxmem: 256 * N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, bytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

function write(cost: Cost, salt: Buffer, key: Buffer): string {
  return `$scrypt$ln=${cost.log2N},r=${cost.r},p=${cost.p}$${text(salt)}$${text(key)}`;
}

/** Hashes a password with scrypt under a salt of its own; the answer names its cost, so that it can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return write(PASSWORD_COST, salt, await derive(password, salt, PASSWORD_COST, KEY_BYTES));
}

/** Whether the password is the one hashed, compared in constant time. An unreadable hash matches nothing. */
export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  const [, log2N, r, p, salt, key] = HASH_SHAPE.exec(hash) ?? [];
  if (!salt || !key || Number(log2N) > 20) return false;
  const expected = Buffer.from(key, "base64");
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  return timingSafeEqual(
    await derive(password, Buffer.from(salt, "base64"), cost, expected.length),
    expected,
  );
}

/** A hash that no password matches and that costs as much to check as a real one: for e-mails nobody has. */
export const UNMATCHABLE_HASH = write(PASSWORD_COST, randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));

/** A made password of four groups, such as `k7mqx-2hvbn-…`: 99 bits, easy to read out and to type. */
export const makePassword = (): string => Array.from({ length: 4 }, () => readableText(5)).join("-");
