"use client";

import { Share2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { buttonClass } from "@/components/ui/button";
import { ScriptedButton } from "@/components/ui/scripted-button";
import type { ShareAbout } from "./share-data";
import { useMakeShare } from "./share-provider";

const SharePanel = dynamic(() => import("./share-panel").then(({ SharePanel }) => SharePanel), {
  ssr: false,
});

/**
 * Opens the panel that creates a link for a record or a board. Renders nothing without the right. `label` is the
 * initial name of the link.
 */
export function ShareButton({
  about,
  label,
  className = buttonClass(),
}: {
  about: ShareAbout;
  label: string;
  className?: string;
}) {
  const make = useMakeShare();
  const [open, setOpen] = useState(false);
  if (make === null) return null;
  return (
    <>
      <ScriptedButton aria-haspopup="dialog" className={className} onClick={() => setOpen(true)}>
        <Share2 aria-hidden size={14} /> Share
      </ScriptedButton>
      {open && <SharePanel about={about} label={label} create={make} onClose={() => setOpen(false)} />}
    </>
  );
}
