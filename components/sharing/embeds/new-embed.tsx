"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { fieldClass } from "@/components/ui/forms/field";
import type { EmbedMade } from "./embed-data";

const attribute = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** The code to paste into a page: the loader, which adjusts the height, or a plain frame. */
function snippetsOf({ dashboard, token, label }: EmbedMade) {
  const title = attribute(label);
  return {
    script: `<script src="${dashboard}/embed.js" data-embed="${token}" data-title="${title}"></script>`,
    frame: `<iframe src="${dashboard}/embed/${token}" title="${title}" referrerpolicy="no-referrer" style="width:100%;height:480px;border:0"></iframe>`,
  };
}

function Snippet({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="flex items-center gap-1 text-ink-2">
        {label} <CopyButton text={text} what={label} />
      </p>
      <textarea
        readOnly
        aria-label={label}
        rows={3}
        value={text}
        className={`${fieldClass()} font-mono text-[12.5px]`}
        onFocus={(event) => event.currentTarget.select()}
      />
    </div>
  );
}

/** A newly created embed: the code to paste, shown only once, and a preview. */
export function MadeEmbed({ created, onAnother }: { created: EmbedMade; onAnother: () => void }) {
  const { script, frame } = snippetsOf(created);
  return (
    <div className="flex flex-col gap-3">
      <p role="status">Paste one of these into the page. Copy it now. It won’t be shown again.</p>
      <Snippet label="With script, height adjusts to content" text={script} />
      <Snippet label="Without script, fixed height" text={frame} />
      <p className="text-ink-2">Preview</p>
      <iframe
        src={`/embed/${created.token}`}
        title={`Preview of ${created.label}`}
        className="h-96 w-full rounded-field border border-line"
      />
      <div>
        <Button onClick={onAnother}>Create another</Button>
      </div>
    </div>
  );
}
