"use server";

import { formAction, textOf } from "@/app/(dashboard)/_forms/form-action";
import { removeLogo, saveCompanyName } from "@/lib/features/company/commands";

/** Saves the company's name. Field: `name`. */
export const saveCompanyNameAction = formAction(saveCompanyName, {
  read: (form) => ({ name: textOf(form, "name") }),
  done: () => "Company name saved.",
  invalid: "at fields",
});

/** Removes the company's logo. */
export const removeLogoAction = formAction(removeLogo, { read: () => ({}), done: () => "Logo removed." });
