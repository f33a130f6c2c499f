import { connection } from "next/server";
import { openDocument } from "@/app/api/v1/answer-api";
import { config } from "@/lib/config";
import { apiDescription } from "@/lib/dispatch/api-documents";

/** The read API as an OpenAPI document, open to anyone: it names no record. */
export async function GET(): Promise<Response> {
  await connection();
  return openDocument(apiDescription(config().publicUrl));
}
