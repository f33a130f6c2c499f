/** A number, and an extension behind it. One "+", at the beginning. */
const PHONE = /^(\+?[\d\s().\-/]+?)(?:\s*(?:x|ext\.?)\s*(\d{1,6}))?$/i;
const MIN_DIGITS = 7;
const MAX_DIGITS = 15;

/** Whether a text is a phone number of 7 to 15 digits, with an extension or not. */
export function isPhoneNumber(text: string): boolean {
  const digits = PHONE.exec(text)?.[1]?.replace(/\D/g, "").length ?? 0;
  return digits >= MIN_DIGITS && digits <= MAX_DIGITS;
}

/** The message for a text that is no phone number. */
export const NO_PHONE_NUMBER = "Enter a phone number, such as +1 310 555 0100 or 310-555-0100 ext. 12.";

/** The number that a phone dials, and its extension: "+13105550142" and "" of "+1 (310) 555-0142". */
function dialed(phone: string): { number: string; extension: string } {
  const [, number = phone, extension = ""] = PHONE.exec(phone) ?? [];
  return { number: number.replace(/[^\d+]/g, ""), extension };
}

/** Whether a number has an extension, which no text message reaches. */
export const hasExtension = (phone: string): boolean => dialed(phone).extension !== "";

/** Returns the address that calls a phone number, with its extension. */
export function telHref(phone: string): string {
  const { number, extension } = dialed(phone);
  return `tel:${number}${extension ? `;ext=${extension}` : ""}`;
}

/** Returns the address that writes a text message to a phone number. */
export const smsHref = (phone: string): string => `sms:${dialed(phone).number}`;
