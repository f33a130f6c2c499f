import { lookup } from "node:dns/promises";

const MAX_MS = 2_000;

/**
 * Resolves a host name to its addresses. Empty when there is no result within two seconds. The sender of a delivery
 * resolves the name again.
 */
export async function lookUpHost(hostname: string): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never[]>((resolve) => {
    timer = setTimeout(() => resolve([]), MAX_MS);
  });
  try {
    const found = await Promise.race([lookup(hostname, { all: true }), late]);
    return found.map(({ address }) => address);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}
