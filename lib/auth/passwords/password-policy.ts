import { dictionary } from "@zxcvbn-ts/language-common";

export const MIN_PASSWORD = 12;
const MAX_PASSWORD = 1024;

/** The minimum number of characters that remain without the user's name and e-mail. */
const MIN_OWN_PART = 8;

let known: ReadonlySet<string> | null = null;
const knownPasswords = () => {
  known ??= new Set(dictionary["passwords-common"].map((each) => each.toLowerCase()));
  return known;
};

/** One to four characters repeated: "aaaaaaaaaaaa", "abcabcabcabc". */
const REPEATED = /^(.{1,4}?)\1+$/u;

/** Whether a password is in the list of known passwords, also without digits and symbols added before or after it. */
function isKnown(password: string): boolean {
  const bare = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return REPEATED.test(password) || knownPasswords().has(password) || knownPasswords().has(bare);
}

/** The rest of a password without the parts of its user's name and e-mail that have four letters or more. */
function ownPart(password: string, { email, name }: { email: string; name: string | null }): string {
  const parts = [email, ...`${email} ${name ?? ""}`.split(/[^\p{L}\p{N}]+/u)]
    .map((part) => part.toLowerCase())
    .filter((part) => part.length >= 4);
  return parts
    .sort((a, b) => b.length - a.length)
    .reduce((rest, part) => rest.replaceAll(part, ""), password);
}

/**
 * The message about a problem with a password the user chose; null if it is acceptable. The length is checked, kinds of
 * characters are not. Passwords that attackers try first are rejected: known passwords (a list of 49,000) and the
 * user's own name.
 */
export function passwordProblem(
  password: string,
  owner: { email: string; name: string | null },
): string | null {
  const typed = password.normalize("NFKC");
  const length = [...typed].length;
  if (length < MIN_PASSWORD) return `At least ${MIN_PASSWORD} characters. A short phrase works well.`;
  if (length > MAX_PASSWORD) return `At most ${MAX_PASSWORD.toLocaleString("en-US")} characters.`;
  const lower = typed.toLowerCase();
  if (isKnown(lower)) return "This password is too common. Choose another.";
  if ([...ownPart(lower, owner)].length < MIN_OWN_PART)
    return "This is too similar to the name or email. Choose another.";
  return null;
}
