"use client";

import { useLayoutEffect, useRef } from "react";
import { type KeyHandler, type KeyHandlers, listenToKeys } from "./shortcut-registry";
import { isKeyId, type KeyId } from "./shortcuts";

/**
 * Lets keys of the table work while the component stands. They never fire where text is typed or a pop-up is open, and
 * the list of `?` and the palette show them for as long. A handler that answers `false` did nothing.
 */
export function useKeys(handlers: KeyHandlers): void {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const names = Object.keys(handlers).filter((id) => isKeyId(id) && handlers[id] !== undefined);
  const handled = names.join(" ");

  // Before the page is painted: who sees it may press a key.
  useLayoutEffect(() => {
    const added = new Map<KeyId, KeyHandler>();
    for (const id of handled.split(" ").filter(isKeyId))
      added.set(id, (event) => latest.current[id]?.(event));
    return listenToKeys(added);
  }, [handled]);
}
