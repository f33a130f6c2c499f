"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Moves the focus to the first wrong field of a form after each refusal. `refused`: a new value for each one. */
export function useFirstWrongField(refused: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each refusal
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(), [refused]);
  return form;
}
