import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fontOfWoff } from "./woff-font";

const fontAt = (...path: string[]): string => join("node_modules", ...path);

/** By their paths in the program's folder. */
const FILES = {
  regular: fontAt("geist", "dist", "fonts", "geist-sans", "Geist-Regular.ttf"),
  bold: fontAt("geist", "dist", "fonts", "geist-sans", "Geist-SemiBold.ttf"),
  // Has a glyph for nearly every character of every script, as a bitmap font.
  any: fontAt("@fontsource", "unifontex", "files", "unifontex-latin-400-normal.woff"),
} as const;
export type DocumentFont = keyof typeof FILES;
export const FONT_FILES: readonly string[] = Object.values(FILES);

const pathOf = (font: DocumentFont): string => join(/* turbopackIgnore: true */ process.cwd(), FILES[font]);

/** The font of documents without another one: pdfkit would open one of its own. */
export const FIRST_FONT = pathOf("regular");

let unpacked: Buffer | null = null;

/** The content of a font file, or its path. The large one is read once, when a text needs it. */
export function fontSource(font: DocumentFont): string | Buffer {
  if (font !== "any") return pathOf(font);
  unpacked ??= fontOfWoff(readFileSync(pathOf("any")));
  return unpacked;
}

/** The characters that are in all weights of Geist, as far as texts of work orders have them. */
const IN_GEIST =
  /^[\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u0113\u0116-\u012b\u012e-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u017e\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2032\u2033\u20ac\u2192]*$/u;

/** The font in which a text can be written: the wanted one, or for other scripts the one that has all of them. */
export const fontFor = (text: string, wanted: DocumentFont): DocumentFont =>
  IN_GEIST.test(text) ? wanted : "any";

/** Control and format characters, and halves of characters, but not line ends and the joiners of words. */
const UNPRINTABLE = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu;

/** Longer texts are cut. Words that are longer than a line are broken, because finding their ends takes long. */
const MAX_TEXT = 4_000;
const LONG_WORD = /\S{90}/gu;

/** A text as a document can show it: with whole, visible characters only. */
export const printable = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    .replace(/\r\n?/g, "\n")
    .replace(UNPRINTABLE, " ")
    .replace(LONG_WORD, "$&\n")
    .normalize("NFC");
