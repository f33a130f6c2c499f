import { ActionForm } from "@/components/settings/action-form";
import { PlaceTime } from "@/components/time/local-time";
import type { FormAction } from "@/components/ui/forms/form-state";
import { OnlyWho } from "@/components/ui/permissions";
import { type DriverPhoto, type DriverReport, STEP_LABELS } from "@/lib/features/driver-reports/rules";

function Photo({ photo, name, send }: { photo: DriverPhoto; name: string; send: FormAction }) {
  const address = `/api/driver-photos/${photo.id}`;
  return (
    <li className="flex flex-col gap-1">
      <a href={address} target="_blank" rel="noopener">
        {/* biome-ignore lint/performance/noImgElement: the photo needs the session, which the optimizer does not have */}
        <img
          src={address}
          alt={name}
          loading="lazy"
          className="h-24 w-32 rounded-field border border-line bg-raised object-cover"
        />
      </a>
      {photo.documentId ? (
        <span className="text-small text-ink-3">Sent</span>
      ) : (
        <OnlyWho may="dispatch">
          <ActionForm
            action={send}
            label="Send to service"
            pendingText="Sending…"
            fields={{ id: photo.id }}
            describe={name}
          />
        </OnlyWho>
      )}
    </li>
  );
}

/** What drivers reported through share links. It is shown with the milestones and is none of them. */
export function DriverReports({
  reports,
  now,
  send,
}: {
  reports: readonly DriverReport[];
  now: number;
  send: FormAction;
}) {
  if (reports.length === 0) return null;
  return (
    <section aria-label="Driver’s reports" className="mt-3 border-t border-line pt-2.5">
      <h3 className="mb-1.5 text-note text-ink-2">Driver’s reports</h3>
      <ul className="flex flex-col gap-2">
        {reports.map(({ link, step, at, photos }) => {
          const label = STEP_LABELS[step].toLowerCase();
          return (
            <li key={`${link.id} ${step}`} data-driver-report={step}>
              <p>
                Driver reported {label} <PlaceTime moment={at} now={now} />
              </p>
              <p className="text-small wrap-anywhere text-ink-3">by the link “{link.label}”</p>
              {photos.length > 0 && (
                <ul aria-label={`Photos of ${label}`} className="mt-1.5 flex flex-wrap gap-2">
                  {photos.map((photo, index) => (
                    <Photo key={photo.id} photo={photo} name={`Photo ${index + 1}, ${label}`} send={send} />
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
