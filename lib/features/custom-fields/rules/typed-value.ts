import type { CustomValue } from "@/lib/contract/custom-field-requests";
import type { FieldOption } from "./custom-field";

/** A value in the form sent to the service, or a message why the typed text is invalid. */
export type ReadValue = { value: CustomValue } | { problem: string };

const MAX_TEXT = 255;
const MAX_CHOSEN = 100;
/** Up to 12 digits before the decimal point and 6 after it, the limit of the service. */
const AMOUNT = /^-?\d{1,12}(\.\d{1,6})?$/;

const problem = (message: string): ReadValue => ({ problem: message });

function readNumber(text: string): ReadValue {
  const plain = text.replace(/(?<=\d),(?=\d{3}(\D|$))/g, "").replaceAll(/\s/g, "");
  if (!AMOUNT.test(plain))
    return problem("Enter a number with up to 12 digits before and 6 after the decimal point.");
  return { value: Number(plain) };
}

function readDay(text: string): ReadValue {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  const exists = !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
  return exists ? { value: text } : problem("Enter a valid date, such as 2026-11-20.");
}

function readChosen(typed: readonly string[], options: readonly FieldOption[]): ReadValue {
  const chosen = [...new Set(typed)];
  const unknown = chosen.find((value) => !options.some((option) => option.value === value));
  if (unknown !== undefined) return problem(`“${unknown}” is no longer an option. Select again.`);
  if (chosen.length > MAX_CHOSEN) return problem(`Select at most ${MAX_CHOSEN}.`);
  return { value: chosen };
}

/**
 * Parses what the user typed or chose for a field, by its data type. A multiple choice has several texts. Times and
 * references are parsed elsewhere, because they need a zone or the mirror.
 */
export function readCustomValue(
  dataType: string,
  typed: readonly string[],
  options: readonly FieldOption[],
): ReadValue {
  const texts = typed.map((text) => text.trim()).filter(Boolean);
  const [text] = texts;
  if (text === undefined)
    return problem(
      dataType === "enum_multi"
        ? "Select at least one, or clear the field."
        : "Enter a value, or clear the field.",
    );
  switch (dataType) {
    case "short_text":
      return text.length > MAX_TEXT ? problem(`At most ${MAX_TEXT} characters.`) : { value: text };
    case "number":
      return readNumber(text);
    case "date":
      return readDay(text);
    case "boolean":
      return text === "true" || text === "false" ? { value: text === "true" } : problem("Select yes or no.");
    case "enum": {
      const read = readChosen([text], options);
      return "problem" in read ? read : { value: text };
    }
    case "enum_multi":
      return readChosen(texts, options);
    default:
      return problem("Drayboard can’t edit this field type. Edit it where it was created.");
  }
}
