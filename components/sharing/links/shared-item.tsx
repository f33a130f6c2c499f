import Link from "next/link";
import type { ReactNode } from "react";
import { ActionForm } from "@/components/settings/action-form";
import { Ago } from "@/components/time/age";
import type { FormAction } from "@/components/ui/forms/form-state";
import { Tag } from "@/components/ui/tag";
import type { ShareLinkEntry } from "@/lib/features/sharing/rules/settings-data";

/** The number of views of a shared item and the time of the last one. */
export function SeenText({
  views,
  lastSeenAt,
  never,
}: Pick<ShareLinkEntry, "views" | "lastSeenAt"> & { never: string }) {
  if (lastSeenAt === null) return never;
  return (
    <>
      {views === 1 ? "seen once" : `seen ${views.toLocaleString("en-US")} times`}, last{" "}
      <Ago since={lastSeenAt} />
    </>
  );
}

/**
 * A shared item in its list: its content (`about`, with the link `href`, and the type of view), details, and the revoke
 * button with its confirmation.
 */
export function SharedItem({
  item: { id, label, state },
  about,
  href,
  how,
  children,
  revoke,
  confirm,
}: {
  item: Pick<ShareLinkEntry, "id" | "label" | "state">;
  about: string;
  href: string | null;
  how: string;
  children: ReactNode;
  revoke: FormAction;
  confirm: string;
}) {
  return (
    <li className="grid items-start gap-x-5 gap-y-1.5 border-b border-line py-2.5 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-[550] wrap-anywhere">{label}</span>
          {state !== "open" && <Tag tone="plain">{state}</Tag>}
        </p>
        <p className="text-small wrap-anywhere text-ink-3">
          {href === null ? (
            about
          ) : (
            <Link href={href} className="text-accent underline">
              {about}
            </Link>
          )}
          {` · ${how}`}
        </p>
        {children}
      </div>
      {state === "open" && (
        <ActionForm
          action={revoke}
          label="Revoke"
          pendingText="Revoking…"
          variant="danger"
          fields={{ id }}
          describe={label}
          confirm={confirm}
        />
      )}
    </li>
  );
}
