import { z } from "zod";

/** Whether text from an address can be an id at all: ids are opaque, but never contain NUL. */
export const canBeId = (text: string): boolean => !text.includes("\0");

/** The query parameters of a page's address, as Next gives them. */
export type Address = Record<string, string | string[] | undefined>;

/** Text that a database can store: at most `longest` characters and no NUL. */
export const plainText = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((text) => !text.includes("\0"), { error: "expected text without NUL" });

/**
 * Parses a filter from an address. Each parameter is parsed separately, so that an invalid value does not affect the
 * others.
 */
export function readAddress<T extends z.ZodObject>(schema: T, address: Address): z.infer<T> {
  const read = Object.entries(schema.shape).map(([name, part]) => {
    const value = part.safeParse(address[name]);
    return [name, value.success ? value.data : undefined];
  });
  return schema.parse(Object.fromEntries(read));
}
