const TYPED = /^\+?[\d\s().-]{7,30}$/;
const MIN_DIGITS = 7;
const MAX_DIGITS = 15;

/** Whether a text is a phone number that a phone can dial. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return TYPED.test(text) && digits >= MIN_DIGITS && digits <= MAX_DIGITS;
}

/** The number as `tel:` and `sms:` addresses need it: "+13105550142" of "+1 (310) 555-0142". */
export const dialedNumber = (phone: string): string =>
  `${phone.startsWith("+") ? "+" : ""}${phone.replace(/\D/g, "")}`;
