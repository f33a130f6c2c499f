import { setTimeout as pause } from "node:timers/promises";
import { plainPng } from "@/lib/platform/pictures/hostile-pictures";
import { type DriverLink, openDriverLink } from "./driver-link";
import { isOpen, sendUnfinished } from "./slow-bodies";
import type { HostileRow, HostileTarget } from "./target";

const LINKS = 4;
/** The dashboard processes eight photos at once, two of a link. */
const BODIES_A_LINK = 4;
const STALLED_BYTES = 1_000;
const SETTLE_MS = 2_000;
const MAX_PHOTO_MS = 60_000;
/** Two windows in which an upload must bring its minimum, and a delayed start. */
const MAX_STALLED_MS = 45_000;

const photoPath = ({ token }: DriverLink) => `/api/share/${token}/photos?step=picked_up`;
const HEADERS = { "content-type": "image/png", "sec-fetch-site": "same-origin" };
const HEAD = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`);

/** Four drivers' links begin photos and go on with none. The photo of a fifth must pass, and the others be ended. */
export async function stalledPhotos(target: HostileTarget): Promise<HostileRow[]> {
  const url = new URL(target.url);
  const links: DriverLink[] = [];
  try {
    for (let n = 0; n <= LINKS; n += 1) links.push(await openDriverLink(target));
    const [good, ...stalling] = links;
    if (!good) throw new Error("no link");
    const attempts = stalling.flatMap((link, at) =>
      Array.from({ length: BODIES_A_LINK }, () =>
        sendUnfinished(url, { path: photoPath(link), head: HEAD }, `127.0.11.${at + 1}`, STALLED_BYTES),
      ),
    );
    await pause(SETTLE_MS);
    const held = attempts.filter(isOpen).length;
    const begun = Date.now();
    const response = await fetch(`${target.url}${photoPath(good)}`, {
      method: "POST",
      headers: HEADERS,
      body: new Uint8Array(await plainPng({ width: 400, height: 300 })),
    });
    const photoMs = Date.now() - begun;
    while (attempts.some(isOpen) && Date.now() - begun < MAX_STALLED_MS) await pause(250);
    const open = attempts.filter(isOpen).length;
    const slow = attempts.filter(({ answer }) => /^HTTP\/1\.1 408 /.test(answer())).length;
    for (const { socket } of attempts) socket.destroy();
    return [
      {
        check: `Stalled photos of ${LINKS} links: a photo of a fifth`,
        figure: `${response.status} in ${photoMs} ms, ${held} stalled`,
        held: response.status === 200 && photoMs <= MAX_PHOTO_MS && held === attempts.length,
      },
      {
        check: "Stalled photos: ended with 408",
        figure: `${slow} of ${attempts.length}, ${open} open after ${Date.now() - begun} ms`,
        held: slow === attempts.length,
      },
    ];
  } finally {
    for (const link of links) await link.close();
  }
}
