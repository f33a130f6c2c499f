/** The state of a form after a submit. */
export type FormState = {
  /** The success message. Null without success. */
  done: string | null;
  /** The error message of the whole form, shown above it. Null if there is none. */
  problem: string | null;
  /** The error messages by field name. */
  fields: Readonly<Record<string, string>>;
  /** The typed values, shown again after an error. */
  values: Readonly<Record<string, string>>;
};

/** The state of a form that was not submitted yet. */
export const UNTRIED: FormState = { done: null, problem: null, fields: {}, values: {} };

/** A server action of a form. */
export type FormAction = (previous: FormState, form: FormData) => Promise<FormState>;
