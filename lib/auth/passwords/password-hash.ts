import { randomBytes, timingSafeEqual } from "node:crypto";
import { type Cost, PASSWORD_COST } from "./hash-cost";
import { type Place, passwordQueue } from "./password-queue";
import { readableText } from "./random-code";

const SALT_BYTES = 16;
const KEY_BYTES = 32;

const HASH_SHAPE = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]{22,})\$([\w+/]{22,})$/;

/** Computes a hash in the caller's place of the queue, or in a place for known callers if none is passed. */
function derive(
  password: string,
  { salt, cost, bytes }: { salt: Buffer; cost: Cost; bytes: number },
  place?: Place,
): Promise<Buffer> {
  const N = 2 ** cost.log2N;
  const input = {
    password: password.normalize("NFKC"),
    salt,
    bytes,
    options: { N, r: cost.r, p: cost.p, maxmem: 256 * N * cost.r },
  };
  return place ? place.derive(input) : passwordQueue().run({ kind: "known" }, (own) => own.derive(input));
}

const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

function write(cost: Cost, salt: Buffer, key: Buffer): string {
  return `$scrypt$ln=${cost.log2N},r=${cost.r},p=${cost.p}$${text(salt)}$${text(key)}`;
}

/**
 * Hashes a password with scrypt and a random salt. The result contains its cost, so that the cost can be raised later.
 * Throws `busy` if too many passwords are being hashed.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return write(PASSWORD_COST, salt, await derive(password, { salt, cost: PASSWORD_COST, bytes: KEY_BYTES }));
}

/**
 * Whether the password matches the hash, compared in constant time. An unreadable hash matches nothing. Callers that
 * are not yet authenticated pass their `place` in the queue.
 */
export async function passwordMatches(password: string, hash: string, place?: Place): Promise<boolean> {
  const [, log2N, r, p, salt, key] = HASH_SHAPE.exec(hash) ?? [];
  if (!salt || !key || Number(log2N) > 20) return false;
  const expected = Buffer.from(key, "base64");
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  const input = { salt: Buffer.from(salt, "base64"), cost, bytes: expected.length };
  return timingSafeEqual(await derive(password, input, place), expected);
}

/** A hash that no password matches and that costs as much to check as a real one: for unknown e-mails. */
export const UNMATCHABLE_HASH = write(PASSWORD_COST, randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));

/** A generated password of four groups, such as `k7mqx-2hvbn-…`: 99 bits, easy to read out and to type. */
export const makePassword = (): string => Array.from({ length: 4 }, () => readableText(5)).join("-");
