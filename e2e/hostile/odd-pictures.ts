import { animation, plain, plainPng } from "@/lib/platform/pictures/hostile-pictures";
import { openDriverLink } from "./driver-link";
import { watchMemory } from "./process-memory";
import type { HostileRow, HostileTarget } from "./target";

const WATCH_EVERY_MS = 20;
const MAX_GROWTH_MB = 256;
/** The process that decodes is killed above 768 MB. It may grow further until the next check. */
const MAX_DECODER_MB = 896;

/** Pictures that need gigabytes, too many pixels or another reader, and what the driver reads. */
const PICTURES: readonly [name: string, make: () => Promise<Buffer>, status: number][] = [
  ["20,000,000 × 2 of 16 bits", () => plainPng({ width: 20_000_000, height: 2, depth: 16, color: 2 }), 400],
  ["2 × 20,000,000 of 16 bits", () => plainPng({ width: 2, height: 20_000_000, depth: 16 }), 400],
  [
    "40 million interlaced pixels of 16 bits",
    () => plainPng({ width: 8_000, height: 5_000, depth: 16, interlaced: true }),
    400,
  ],
  ["64 million pixels", () => plainPng({ width: 8_000, height: 8_000 }), 400],
  ["a cut PNG", async () => (await plainPng({ width: 4_000, height: 3_000 })).subarray(0, 9_000), 400],
  ["an animation", () => animation(120, 100, "gif"), 400],
  [
    "four colors",
    () => plain(3_000, 2_000).toColourspace("cmyk").jpeg({ progressive: true }).toBuffer(),
    200,
  ],
];

/** Sends odd pictures as a driver's photos. The dashboard and the process that decodes them must stay small. */
export async function oddPictures(target: HostileTarget): Promise<HostileRow[]> {
  const link = await openDriverLink(target);
  const memory = watchMemory(target.pids.dashboard ?? 0, WATCH_EVERY_MS);
  try {
    const statuses: string[] = [];
    for (const [name, make, status] of PICTURES) {
      const response = await fetch(`${target.url}/api/share/${link.token}/photos?step=picked_up`, {
        method: "POST",
        headers: { "content-type": "image/png", "sec-fetch-site": "same-origin" },
        body: new Uint8Array(await make()),
      });
      if (response.status !== status) statuses.push(`${name} ${response.status} instead of ${status}`);
    }
    const { quiet, most, ofChildren } = memory.end();
    return [
      {
        check: "Pictures: memory of the dashboard",
        figure: `${Math.round(quiet)} MB quiet, ${Math.round(most)} MB at most`,
        held: quiet > 0 && most - quiet <= MAX_GROWTH_MB,
      },
      {
        check: "Pictures: memory of the process that decodes them",
        figure: `${Math.round(ofChildren)} MB at most`,
        held: ofChildren > 0 && ofChildren <= MAX_DECODER_MB,
      },
      {
        check: "Pictures: hostile ones are refused, a good one is stored",
        figure: statuses.join(", ") || `${PICTURES.length} as expected`,
        held: statuses.length === 0,
      },
    ];
  } finally {
    memory.end();
    await link.close();
  }
}
