"use client";

import { type PointerEvent, useEffect, useEffectEvent, useState } from "react";

/** A card under the pointer, in client px, and the slot below it. */
export type Drag = { key: string; x: number; y: number; slot: string | null };

/** A press becomes a drag after this many px. */
const THRESHOLD_PX = 5;

type Press = { key: string; x: number; y: number };

/** The slot at a point, also below a notice: the notice of the move before covers some slots for a few seconds. */
function slotAt(x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const slot = element.closest<HTMLElement>("[data-slot]")?.dataset.slot;
    if (slot !== undefined) return slot;
  }
  return null;
}

/**
 * Dragging cards (`data-card`) to slots (`data-slot`) with a mouse or pen. Escape puts the card back. A finger scrolls the
 * page, so on a touch screen a card is planned by its form.
 */
export function useCardDrag({
  canDrag,
  onDrop,
}: {
  canDrag: (key: string) => boolean;
  onDrop: (key: string, slot: string) => void;
}) {
  const [press, setPress] = useState<Press | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const drop = useEffectEvent(onDrop);

  useEffect(() => {
    if (!press) return;
    const controller = new AbortController();
    const options = { signal: controller.signal };
    let isDragged = false;
    const end = () => {
      controller.abort();
      if (isDragged) suppressClick();
      setPress(null);
      setDrag(null);
    };
    const move = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => {
      isDragged ||= Math.hypot(x - press.x, y - press.y) >= THRESHOLD_PX;
      if (isDragged) setDrag({ key: press.key, x, y, slot: slotAt(x, y) });
    };
    const release = ({ clientX, clientY }: globalThis.PointerEvent) => {
      const slot = slotAt(clientX, clientY);
      if (isDragged && slot !== null) drop(press.key, slot);
      end();
    };
    window.addEventListener("pointermove", move, options);
    window.addEventListener("pointerup", release, options);
    window.addEventListener("pointercancel", end, options);
    window.addEventListener("blur", end, options);
    window.addEventListener("keydown", (event) => event.key === "Escape" && end(), options);
    return () => controller.abort();
  }, [press]);

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || event.pointerType === "touch" || !(event.target instanceof Element)) return;
    const key = event.target.closest<HTMLElement>("[data-card]")?.dataset.card;
    if (key === undefined || !canDrag(key)) return;
    setPress({ key, x: event.clientX, y: event.clientY });
  }

  return { drag, onPointerDown };
}

/** The click that ends a drag opens nothing. */
function suppressClick(): void {
  const stop = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", stop, { capture: true }));
}
