/** Letters that do not decompose into a base letter and marks. `fold_text` of migration 0072 has the same. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/**
 * A name as it is compared: lower case and without accents, so that "gulsun" finds "GÜLSÜN". Only marks of Latin, Greek and
 * Cyrillic letters are removed; those of other scripts are letters of their own. The database's form is `fold_text`.
 */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter);
