"use client";

import { useLocale } from "@/components/preferences/locale";
import { CopyButton } from "@/components/ui/copy-button";
import { fieldClass } from "@/components/ui/forms/field";
import { formatLongDay } from "@/lib/domain/time/time-format";
import type { RenderedCode, ShareMade } from "./share-data";

/** A QR code, dark on light in both themes. */
function Code({ code }: { code: RenderedCode }) {
  return (
    <svg
      role="img"
      aria-label="QR code for the link"
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 rounded-field"
    >
      <rect width="100%" height="100%" fill="#ffffff" />
      <path d={code.path} fill="#000000" />
    </svg>
  );
}

/** A newly created link. It can be copied only now. */
export function MadeLink({ created }: { created: ShareMade }) {
  return (
    <div className="flex flex-col gap-3">
      <p role="status">
        Copy it now. It won’t be shown again. Valid until{" "}
        {formatLongDay(useLocale(), created.expiresAt.slice(0, 10))}. You can revoke it at any time in
        Settings, Shared links.
      </p>
      <div className="flex items-center gap-1">
        <input
          readOnly
          aria-label="Link"
          value={created.address}
          className={`${fieldClass()} font-mono text-[12.5px]`}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={created.address} what="link" />
      </div>
      <Code code={created.code} />
    </div>
  );
}
