/** What a form shows after a try. */
export type FormState = {
  /** What was done, in words; null when nothing was. */
  done: string | null;
  /** What went wrong with the whole, above the form; null when nothing did. */
  problem: string | null;
  /** What is wrong with a field, by the field's name. */
  fields: Readonly<Record<string, string>>;
  /** The fields as typed, to stand in the form again after a problem. */
  values: Readonly<Record<string, string>>;
};

/** A form nobody has sent yet. */
export const UNTRIED: FormState = { done: null, problem: null, fields: {}, values: {} };

/** A server action of a form. */
export type FormAction = (previous: FormState, form: FormData) => Promise<FormState>;
