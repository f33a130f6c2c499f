/**
 * Characters that change the direction of the text after them: marks, embeddings, overrides and isolates. In a text that
 * others write they can reverse what is next to it, such as a phone number.
 */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The text without characters that change its direction, for files and mails, which cannot isolate a part. */
export const withoutBidiControls = (text: string): string => text.replaceAll(BIDI_CONTROLS, "");
