import { z } from "zod";
import { isForm } from "@/app/_http/known-error";
import type { FormAction, FormState } from "@/components/ui/forms/form-state";
import type { Right } from "@/lib/auth/access/roles";
import type { Command, CommandContext } from "@/lib/auth/commands/command";
import { sessionContext } from "@/lib/auth/commands/session-context";
import { AppError } from "@/lib/platform/errors";
import { traced } from "@/lib/platform/tracing/traced";
import { formDone } from "./form-done";
import { type FieldOfPointer, fieldProblems, formFailure } from "./form-failure";

/** Returned instead of an input when the form itself shows what is wrong: messages by field name. */
export class FieldProblems {
  constructor(readonly fields: Record<string, string>) {}
}

type Values = Readonly<Record<string, string>>;

type FailureOptions = {
  /** Maps parts of the service's error pointers to form fields. */
  fields?: FieldOfPointer;
  /** Where the problems of an invalid input are shown: at the fields that its schema names, or above the form (default). */
  invalid?: "at fields" | "above";
  /** The current values after a change by another user, so that a second submit is based on them. */
  current?: (form: FormData, ctx: CommandContext) => Promise<Values>;
  /** Names of fields whose values are never sent back, as passwords. */
  secrets?: readonly string[];
  /** Adds values to the state after a failure. */
  failed?: (state: FormState, error: unknown, form: FormData) => FormState;
};

/** Messages by the field that a schema names first in the path of each problem. */
export function schemaProblems({ issues }: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[String(path[0])] ??= message;
  return fields;
}

async function failure(
  error: unknown,
  form: FormData,
  ctx: CommandContext | null,
  { fields = {}, invalid = "above", current }: FailureOptions,
): Promise<FormState> {
  if (error instanceof z.ZodError && invalid === "at fields" && isForm(form))
    return fieldProblems(form, schemaProblems(error));
  const state = formFailure(error, form, fields);
  const isChanged = error instanceof AppError && error.code === "changed_meanwhile";
  if (!isChanged || !ctx || !current) return state;
  return { ...state, values: { ...state.values, ...(await current(form, ctx)) } };
}

/**
 * Makes the server action of a form that runs commands. The session and the right are checked before the form is read.
 * Errors are shown at the fields that they name, else above the form.
 */
export function signedInForm(
  right: Right | "signed_in",
  act: (form: FormData, ctx: CommandContext) => Promise<FormState | FieldProblems>,
  options: FailureOptions = {},
): FormAction {
  const { failed = (state) => state, secrets = [] } = options;
  const run: FormAction = async (_previous, form) => {
    let ctx: CommandContext | null = null;
    try {
      ctx = await sessionContext(right);
      const state = await act(form, ctx);
      if (!(state instanceof FieldProblems)) return state;
      return failed(fieldProblems(form, state.fields), null, form);
    } catch (error) {
      if (isForm(form)) for (const name of secrets) form.delete(name);
      return failed(await failure(error, form, ctx, options), error, form);
    }
  };
  return (previous, form) => traced("server action", {}, () => run(previous, form));
}

/**
 * Makes the server action of a form that runs one command.
 * @param read the command's input as the form contains it, or `FieldProblems`; the command checks the input
 * @param done the message after success, or the state of the form
 */
export function formAction<Input, Result>(
  command: Command<Input, Result>,
  {
    read,
    done,
    ...options
  }: FailureOptions & {
    read: (form: FormData, ctx: CommandContext) => unknown;
    done: (result: Result, form: FormData) => string | FormState;
  },
): FormAction {
  return signedInForm(
    command.right,
    async (form, ctx) => {
      const input = await read(form, ctx);
      if (input instanceof FieldProblems) return input;
      const state = done(await command.unchecked(ctx, input), form);
      return typeof state === "string" ? formDone(state) : state;
    },
    options,
  );
}

/** The text of a form's field, "" when it is absent or a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/**
 * Runs a command for a component that sends a value instead of a form. The session and the right are checked first.
 * Problems of the value are returned by the fields that its schema names, and
 * by `fields`.
 */
export async function signedInAnswer<Input, Result, Answer>(
  command: Pick<Command<Input, Result>, "right" | "unchecked">,
  requested: unknown,
  done: (result: Result) => Answer,
  { fields: fieldOf = {} }: Pick<FailureOptions, "fields"> = {},
): Promise<Answer | Pick<FormState, "problem" | "fields">> {
  try {
    return await traced("server action", {}, async () => {
      const ctx = await sessionContext(command.right);
      return done(await command.unchecked(ctx, requested));
    });
  } catch (error) {
    const { problem, fields } = await failure(error, new FormData(), null, {
      invalid: "at fields",
      fields: fieldOf,
    });
    return { problem, fields };
  }
}
