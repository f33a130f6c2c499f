// Plain JavaScript, because Node starts this file directly without a TypeScript loader. It reads a picture from standard
// input and writes it to standard output as its first argument says (a PictureChange of convert-picture.ts, as JSON).
import sharp from "sharp";

/** Exit codes in addition to 0, as evaluated by convert-picture.ts. */
const UNREADABLE = 2;
const OUT_OF_MEMORY = 3;
const OTHER_FORMAT = 4;
const SEVERAL_PAGES = 5;
const TOO_DETAILED = 6;

const SAME_FORMAT = {
  jpeg: { quality: 92 },
  png: {},
  webp: { quality: 92 },
  gif: {},
  tiff: { compression: "lzw" },
};
const REFUSED_ALLOCATION = /out of memory|allocat/i;

// Files are untrusted: only the loaders of these formats may run.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Tiff"].map((format) => `VipsForeignLoad${format}Buffer`),
});
sharp.cache(false);
sharp.concurrency(1);

/** Why a picture is not decoded, from its header alone. Null: it may be. */
function findRefusal(facts, { to, maxPixels, maxSide, maxBytes }) {
  const { width, height, channels, depth, isProgressive, format, pages = 1 } = facts;
  if (Math.max(width, height) > maxSide || width * height > maxPixels) return UNREADABLE;
  if (to === "same" && !SAME_FORMAT[format]) return OTHER_FORMAT;
  if (to === "same" && pages > 1) return SEVERAL_PAGES;
  const perSample = { uchar: 1, char: 1, ushort: 2, short: 2 }[depth] ?? 8;
  // An interlaced picture is held whole, next to what is made of it.
  const needed = width * height * channels * perSample * (isProgressive ? 2 : 1);
  return needed > maxBytes ? TOO_DETAILED : null;
}

async function convert(content, change) {
  const facts = await sharp(content, { limitInputPixels: false }).metadata();
  const refusal = findRefusal(facts, change);
  if (refusal !== null) return refusal;
  let picture = sharp(content, { limitInputPixels: change.maxPixels, failOn: "error" }).autoOrient();
  if (change.fit) picture = picture.resize({ ...change.fit, fit: "inside", withoutEnlargement: true });
  if (change.background) picture = picture.flatten({ background: change.background });
  if (change.turn) picture = picture.rotate(change.turn);
  const format = change.to === "same" ? facts.format : change.to;
  return picture.toFormat(format, { ...SAME_FORMAT[format], ...change.options }).toBuffer();
}

process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
const parts = [];
for await (const part of process.stdin) parts.push(part);
try {
  const made = await convert(Buffer.concat(parts), JSON.parse(process.argv[2]));
  if (typeof made === "number") process.exit(made);
  process.stdout.write(made, () => process.exit(0));
} catch (error) {
  process.exit(REFUSED_ALLOCATION.test(String(error)) ? OUT_OF_MEMORY : UNREADABLE);
}
