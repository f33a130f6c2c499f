import { AppError } from "@/lib/platform/errors";

/**
 * A custom header that the service sends with every delivery of a webhook. Its value may be a secret and is not stored
 * locally.
 */
export type WebhookHeader = { name: string; value: string };
/** A header as requested by the user. `value` null: the value stored at the service under this name is kept. */
export type WantedHeader = { name: string; value: string | null };

/** Maximum number of headers that the service sends. */
export const MAX_HEADERS = 20;

/** RFC 9110, field names and values. */
const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const VALUE = /^[\x20-\x7e\t]*$/;

type Problem = { pointer: string; message: string };

function problemsOf(wanted: readonly WantedHeader[], held: readonly WebhookHeader[]): Problem[] {
  if (wanted.length > MAX_HEADERS)
    return [{ pointer: "headers", message: `At most ${MAX_HEADERS} headers.` }];
  const names = wanted.map(({ name }) => name.toLowerCase());
  return wanted.flatMap(({ name, value }, at) => {
    const problem = (part: string, message: string) => [{ pointer: `headers/${at}/${part}`, message }];
    if (name === "") return problem("name", "Enter a header name.");
    if (!NAME.test(name)) return problem("name", "Use letters, digits and dashes only.");
    if (names.indexOf(name.toLowerCase()) < at) return problem("name", "This name is already used.");
    if (value === null)
      return held.some((header) => header.name === name)
        ? []
        : problem("value", "Another user removed this header. Enter a value, or remove it.");
    if (value === "") return problem("value", "Enter a value, or remove the header.");
    return VALUE.test(value) ? [] : problem("value", "Use one line of ASCII characters.");
  });
}

/**
 * Returns the new headers of a webhook, with the stored value for unchanged ones. Undefined when no header changes.
 * Throws `bad_input` with pointers such as "headers/0/name".
 */
export function requireHeaders(
  requested: readonly WantedHeader[],
  held: readonly WebhookHeader[],
): WebhookHeader[] | undefined {
  const wanted = requested.map(({ name, value }) => ({ name: name.trim(), value: value?.trim() ?? null }));
  const details = problemsOf(wanted, held);
  if (details.length > 0) throw new AppError("bad_input", "Check the headers.", { details });
  const stays = wanted.length === held.length && wanted.every(({ value }) => value === null);
  if (stays) return undefined;
  const heldAs = (name: string) => held.find((header) => header.name === name)?.value ?? "";
  return wanted.map(({ name, value }) => ({ name, value: value ?? heldAs(name) }));
}
