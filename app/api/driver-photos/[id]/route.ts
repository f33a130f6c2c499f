import { connection } from "next/server";
import { errorResponse } from "@/app/api/_http/responses";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { findDriverPhoto } from "@/lib/features/driver-reports/queries/driver-reports";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

type Context = { params: Promise<{ id: string }> };

/** A driver's photo, a JPEG that Drayboard encoded itself. See docs/api.md. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  await connection();
  try {
    await requireSession("dashboard");
    const photo = await findDriverPhoto(db(), (await params).id);
    if (!photo) throw new AppError("not_found", "This photo was not found.");
    return new Response(new Uint8Array(photo), {
      headers: {
        "Content-Type": "image/jpeg",
        "Content-Disposition": "inline",
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-store",
      },
    });
  } catch (error) {
    return errorResponse(error);
  }
}
