"use client";

import { type ComponentProps, useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the page's script runs: false in the server's HTML. */
export const useScript = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** A button that acts by script. It is disabled until the script runs, so that no press is lost. */
export function ScriptedButton({ disabled, ...rest }: ComponentProps<"button">) {
  const runs = useScript();
  return <button type="button" {...rest} disabled={disabled || !runs} />;
}
