import { SETTINGS_READINGS } from "@/app/(dashboard)/settings/readings";
import { respondSignedIn } from "@/app/api/_http/responses";
import { SETTINGS_PAGES } from "@/components/settings/settings-pages";
import { AppError } from "@/lib/platform/errors";

/** The data of a settings page as JSON, for its own refresh. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ page: string }> },
): Promise<Response> {
  const { page } = await params;
  const known = SETTINGS_PAGES.find(({ slug }) => slug === page);
  return respondSignedIn(known?.right ?? "dashboard", () => {
    const read = known && SETTINGS_READINGS[known.slug];
    if (!read) throw new AppError("not_found", "Settings page not found.");
    return read();
  });
}
