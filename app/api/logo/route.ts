import { connection } from "next/server";
import { readBody } from "@/app/api/_http/read-body";
import { errorResponse, respondToCommand } from "@/app/api/_http/responses";
import { saveLogo } from "@/lib/features/company/commands";
import { findLogo } from "@/lib/features/company/queries";
import { MAX_LOGO_BYTES } from "@/lib/features/company/rules";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

/** The company's logo, a PNG that Drayboard encoded itself. See docs/api.md. */
export async function GET(request: Request): Promise<Response> {
  await connection();
  try {
    const logo = await findLogo(db());
    if (!logo) throw new AppError("not_found", "No logo is set.");
    const isCurrent = new URL(request.url).searchParams.get("v") === logo.version;
    return new Response(new Uint8Array(logo.content), {
      headers: {
        "Content-Type": "image/png",
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": isCurrent ? "public, max-age=31536000, immutable" : "no-store",
      },
    });
  } catch (error) {
    return errorResponse(error);
  }
}

/** Stores the body as the company's logo. See docs/api.md. */
export const POST = (request: Request): Promise<Response> =>
  respondToCommand(request, saveLogo, async () => ({ content: await readBody(request, MAX_LOGO_BYTES) }));
