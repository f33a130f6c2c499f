"use client";

import { type RefObject, useEffect, useState } from "react";

/** Whether content of this width (px) is wider than the element. False until the element is measured. */
export function useOverflow(element: RefObject<Element | null>, width: number): boolean {
  const [available, setAvailable] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setAvailable(entry.contentRect.width);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width > available;
}
