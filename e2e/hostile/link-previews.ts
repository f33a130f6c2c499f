import { openDriverLink } from "./driver-link";
import type { HostileRow, HostileTarget } from "./target";

/** Opens a link as programs that make previews do. Only what the page's script sends is a view. */
export async function linkPreviews(target: HostileTarget): Promise<HostileRow[]> {
  const link = await openDriverLink(target);
  const page = `${target.url}/share/${link.token}`;
  try {
    for (const method of ["HEAD", "GET", "HEAD", "GET"]) await (await fetch(page, { method })).arrayBuffer();
    const previewed = await link.countViews();
    const address = `${target.url}/api/share/${link.token}`;
    const foreign = { "sec-fetch-site": "cross-site" };
    const refused = (await fetch(address, { method: "POST", headers: foreign })).status;
    const own = { "sec-fetch-site": "same-origin" };
    for (let time = 0; time < 2; time += 1) await fetch(address, { method: "POST", headers: own });
    const seen = await link.countViews();
    return [
      { check: "Previews: views after HEAD and GET", figure: String(previewed), held: previewed === 0 },
      { check: "Previews: a view from another site's page", figure: String(refused), held: refused === 403 },
      { check: "Previews: views after the page's script", figure: String(seen), held: seen === 1 },
    ];
  } finally {
    await link.close();
  }
}
