import { AppError } from "@/lib/platform/errors";

/** A header the service sends along with every delivery of a webhook. Its value may be a secret: it is kept nowhere here. */
export type WebhookHeader = { name: string; value: string };
/** A header as a person wants it; `value` null: the one the service holds under this name stays. */
export type WantedHeader = { name: string; value: string | null };

/** The service sends no more of them. */
export const MOST_HEADERS = 20;

/** RFC 9110, field names and values. */
const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const VALUE = /^[\x20-\x7e\t]*$/;

type Problem = { pointer: string; message: string };

function problemsOf(wanted: readonly WantedHeader[], held: readonly WebhookHeader[]): Problem[] {
  if (wanted.length > MOST_HEADERS)
    return [{ pointer: "headers", message: `At most ${MOST_HEADERS} headers.` }];
  const names = wanted.map(({ name }) => name.toLowerCase());
  return wanted.flatMap(({ name, value }, at) => {
    const problem = (part: string, message: string) => [{ pointer: `headers/${at}/${part}`, message }];
    if (name === "") return problem("name", "Name the header.");
    if (!NAME.test(name))
      return problem("name", "A header’s name has letters, digits and dashes, no spaces.");
    if (names.indexOf(name.toLowerCase()) < at) return problem("name", "Each name once.");
    if (value === null)
      return held.some((header) => header.name === name)
        ? []
        : problem("value", "Another user removed it. Give its value, or remove it here too.");
    if (value === "") return problem("value", "Give its value, or remove the header.");
    return VALUE.test(value) ? [] : problem("value", "One line of plain ASCII characters.");
  });
}

/**
 * The headers a webhook is to have, those that stay with the value the service holds; undefined when they are to stay as
 * they are. Throws `bad_input` with pointers such as "headers/0/name".
 */
export function requireHeaders(
  asked: readonly WantedHeader[],
  held: readonly WebhookHeader[],
): WebhookHeader[] | undefined {
  const wanted = asked.map(({ name, value }) => ({ name: name.trim(), value: value?.trim() ?? null }));
  const details = problemsOf(wanted, held);
  if (details.length > 0) throw new AppError("bad_input", "The headers are not right.", { details });
  const stays = wanted.length === held.length && wanted.every(({ value }) => value === null);
  if (stays) return undefined;
  const heldAs = (name: string) => held.find((header) => header.name === name)?.value ?? "";
  return wanted.map(({ name, value }) => ({ name, value: value ?? heldAs(name) }));
}
