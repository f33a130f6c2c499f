import type { z } from "zod";

/** The query parameters of a page's address, as Next gives them. */
export type Address = Record<string, string | string[] | undefined>;

/** Reads a filter out of an address: each parameter by itself, so that one wrong value spoils no other. */
export function readAddress<T extends z.ZodObject>(schema: T, address: Address): z.infer<T> {
  const read = Object.entries(schema.shape).map(([name, part]) => {
    const value = part.safeParse(address[name]);
    return [name, value.success ? value.data : undefined];
  });
  return schema.parse(Object.fromEntries(read));
}
