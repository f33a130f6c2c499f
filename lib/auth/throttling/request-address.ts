import { headers } from "next/headers";
import { config } from "@/lib/platform/config/config";
import { clientAddress } from "./client-address";

/** The client's address of the current request; null without a request, as in a worker. */
export async function requestAddress(): Promise<string | null> {
  try {
    return clientAddress(await headers(), config());
  } catch {
    return null;
  }
}
