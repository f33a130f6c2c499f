"use client";

import { useLayoutEffect, useRef } from "react";
import { type KeyHandler, type KeyHandlers, listenToKeys } from "./shortcut-registry";
import { isKeyId, type KeyId } from "./shortcuts";

/**
 * Enables shortcuts of the table while the component is mounted. They do not run in text fields or while a pop-up is
 * open. The list of `?` and the palette show them for the same time. A handler returns `false` if it did nothing.
 */
export function useKeys(handlers: KeyHandlers): void {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const names = Object.keys(handlers).filter((id) => isKeyId(id) && handlers[id] !== undefined);
  const handled = names.join(" ");

  // Registered before the first paint, because the user may press a key as soon as the page is visible.
  useLayoutEffect(() => {
    const added = new Map<KeyId, KeyHandler>();
    for (const id of handled.split(" ").filter(isKeyId))
      added.set(id, (event) => latest.current[id]?.(event));
    return listenToKeys(added);
  }, [handled]);
}
