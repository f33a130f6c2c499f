import { connection } from "next/server";
import { openDocument } from "@/app/api/v1/api-response";
import { apiDescription } from "@/lib/features/feeds/rules/api-document";
import { config } from "@/lib/platform/config/config";

/** The read API as an OpenAPI document. Open to anyone; contains no record. */
export async function GET(): Promise<Response> {
  await connection();
  return openDocument(apiDescription(config().publicUrl));
}
