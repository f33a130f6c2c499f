import { createHash, randomBytes } from "node:crypto";
import { readDashboard } from "@/e2e/system/databases";
import type { AccessTokenKind } from "@/lib/auth/tokens/access-tokens";

export type MadeToken = { kind: AccessTokenKind; label: string; settings: object; expiresAt?: Date };

/** Inserts a token into the dashboard's database, as its settings page would. Returns the token. */
export async function makeToken({ kind, label, settings, expiresAt }: MadeToken): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await readDashboard(
    "insert into access_tokens (kind, token_hash, label, settings, expires_at) values ($1, $2, $3, $4, $5)",
    [kind, createHash("sha256").update(token).digest(), label, JSON.stringify(settings), expiresAt ?? null],
  );
  return token;
}

/** Deletes the tokens with these labels. */
export async function removeTokens(labels: readonly string[]): Promise<void> {
  await readDashboard("delete from access_tokens where label = any($1)", [labels]);
}
