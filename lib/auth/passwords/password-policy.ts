import { dictionary } from "@zxcvbn-ts/language-common";

export const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 1024;

/** What must be left of a password next to the name and e-mail of whose it is. */
const SHORTEST_OWN_PART = 8;

let known: ReadonlySet<string> | null = null;
const knownPasswords = () => {
  known ??= new Set(dictionary["passwords-common"].map((each) => each.toLowerCase()));
  return known;
};

/** One to four characters again and again: "aaaaaaaaaaaa", "abcabcabcabc". */
const REPEATED = /^(.{1,4}?)\1+$/u;

/** Known, as it is or with figures and signs put before or behind it, as most people do who are asked for more. */
function isKnown(password: string): boolean {
  const bare = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return REPEATED.test(password) || knownPasswords().has(password) || knownPasswords().has(bare);
}

/** What is left of a password without the parts of its owner's name and e-mail that have four letters or more. */
function ownPart(password: string, { email, name }: { email: string; name: string | null }): string {
  const parts = [email, ...`${email} ${name ?? ""}`.split(/[^\p{L}\p{N}]+/u)]
    .map((part) => part.toLowerCase())
    .filter((part) => part.length >= 4);
  return parts
    .sort((a, b) => b.length - a.length)
    .reduce((rest, part) => rest.replaceAll(part, ""), password);
}

/**
 * What is wrong with a password somebody chose for themself, in words; null when nothing is. Length counts, kinds of
 * characters do not; what attackers try first is not taken: known passwords (a list of 49,000) and one's own name.
 */
export function passwordProblem(
  password: string,
  owner: { email: string; name: string | null },
): string | null {
  const typed = password.normalize("NFKC");
  const length = [...typed].length;
  if (length < SHORTEST_PASSWORD) return `At least ${SHORTEST_PASSWORD} characters: a few words do well.`;
  if (length > LONGEST_PASSWORD) return `At most ${LONGEST_PASSWORD.toLocaleString("en-US")} characters.`;
  const lower = typed.toLowerCase();
  if (isKnown(lower)) return "This password is well known and tried first by attackers. Choose another.";
  if ([...ownPart(lower, owner)].length < SHORTEST_OWN_PART)
    return "This is too close to the name or e-mail. Choose another.";
  return null;
}
