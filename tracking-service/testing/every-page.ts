import type { JsonApiRecord } from "@/lib/contract/json-api";
import type { Answer } from "./response";

/**
 * Reads a list to its end, 100 records a page. Each record is returned once. A refused page throws with the actual
 * content.
 */
export async function everyPage(
  call: (path: string) => Promise<Answer>,
  path: string,
): Promise<{ items: JsonApiRecord[]; included: JsonApiRecord[] }> {
  const items = new Map<string, JsonApiRecord>();
  const included = new Map<string, JsonApiRecord>();
  for (let page = 1; ; page += 1) {
    const join = path.includes("?") ? "&" : "?";
    const answer = await call(`${path}${join}page[size]=100&page[number]=${page}`);
    for (const item of answer.items) items.set(item.id, item);
    for (const record of answer.included) included.set(`${record.type}/${record.id}`, record);
    if (answer.items.length < 100) return { items: [...items.values()], included: [...included.values()] };
  }
}
