"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Modal } from "@/components/ui/modal";
import { KeyCap } from "./key-cap";
import { liveKeys } from "./shortcut-registry";
import { KEY_IDS, KEY_PLACES, keyOf } from "./shortcuts";

/** The shortcuts of the current page, by scope. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const live = useSyncExternalStore(liveKeys.subscribe, liveKeys.snapshot, liveKeys.serverSnapshot);
  const here = new Set(live.map((id) => keyOf(id).place));
  const shown = KEY_IDS.filter((id) => {
    const { keys, native, place } = keyOf(id);
    return keys.length > 0 && (native ? here.has(place) : live.includes(id));
  });
  return (
    <Modal label="Keyboard shortcuts" onClose={onClose} className="max-h-[76vh] overflow-y-auto">
      <div className="flex items-center justify-between gap-3 border-b border-line px-3.5 py-2.5">
        <h2 className="text-lead font-[580]">Keyboard shortcuts</h2>
        <Button variant="quiet" aria-label="Close" onClick={onClose}>
          <X aria-hidden size={15} />
        </Button>
      </div>
      <div className="grid gap-x-6 gap-y-3 px-3.5 py-3 sm:grid-cols-2">
        {KEY_PLACES.filter((place) => here.has(place)).map((place) => (
          <section key={place} aria-label={place}>
            <h3 className="mb-1 text-small text-ink-3">{place}</h3>
            <dl>
              {shown
                .filter((id) => keyOf(id).place === place)
                .map((id) => (
                  <div key={id} className="flex items-baseline justify-between gap-3 py-1">
                    <dt>{keyOf(id).label}</dt>
                    <dd className="flex gap-1.5">
                      {keyOf(id).keys.map((key) => (
                        <KeyCap key={key} of={key} />
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="border-t border-line px-3.5 py-2 text-note text-ink-3">
        Shortcuts are off while you type. Every shortcut also has a button or link.{" "}
        <Link href="/help" prefetch={false} className="text-accent underline" onClick={onClose}>
          Help
        </Link>
      </p>
    </Modal>
  );
}
