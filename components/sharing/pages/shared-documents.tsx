import { Card } from "@/components/ui/card";
import { bytesText } from "@/lib/features/documents/rules/document";
import type { SharedDocument } from "@/lib/features/sharing/rules/shared-document";
import { joined } from "@/lib/platform/text/bidi";
import { PlainTime } from "./plain-time";
import type { TimeDisplay } from "./time-display";

/** The documents of what is shown, each a download. Renders nothing without documents. */
export function SharedDocuments({
  documents,
  hrefOf,
  display,
}: {
  documents: readonly SharedDocument[];
  hrefOf: (id: string) => string;
  display: TimeDisplay;
}) {
  if (documents.length === 0) return null;
  return (
    <Card title="Documents" aside={documents.length} className="mt-3.5">
      <ul>
        {documents.map(({ id, name, kind, bytes, createdAt, about }) => (
          <li key={id} className="border-b border-line py-1.5 last:border-b-0">
            <a
              href={hrefOf(id)}
              download
              className="inline-flex min-h-6 items-center text-accent underline wrap-anywhere"
            >
              <bdi>{name}</bdi>
            </a>
            <p className="text-small wrap-anywhere text-ink-3">
              {joined([kind, about.join(", "), bytes !== null && bytesText(bytes)])}
              {createdAt && (
                <>
                  {" · "}
                  <PlainTime moment={{ at: createdAt, zone: "UTC" }} display={display} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
