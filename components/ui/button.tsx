import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { ScriptedButton } from "./scripted-button";

type Variant = "plain" | "main" | "quiet" | "danger";

const VARIANTS: Record<Variant, string> = {
  plain: "border-line-strong bg-surface text-ink hover:bg-raised",
  main: "border-ink bg-ink text-paper hover:opacity-90",
  quiet: "border-transparent bg-transparent text-accent hover:bg-accent-soft",
  danger: "border-line-strong bg-surface text-late hover:bg-late-soft",
};

/** Class names of a button, for links with the same appearance. */
export function buttonClass(variant: Variant = "plain"): string {
  return classNames(
    "inline-flex min-h-7.5 items-center justify-center gap-1.5 rounded-field border px-2.75 py-1.25 font-[530]",
    "whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-55",
    VARIANTS[variant],
  );
}

/**
 * A button. The default `type` is "button", so that it does not submit a form by accident. One that acts by script is
 * disabled until the script runs.
 */
export function Button({
  variant = "plain",
  className,
  ...rest
}: ComponentProps<"button"> & { variant?: Variant }) {
  const props = { ...rest, className: classNames(buttonClass(variant), className) };
  return rest.onClick && rest.type !== "submit" ? (
    <ScriptedButton {...props} />
  ) : (
    <button type="button" {...props} />
  );
}
