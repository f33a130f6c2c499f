import { ActionForm } from "@/components/settings/action-form";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/forms/form-state";
import { type SampleCounts, sampleCountsText } from "@/lib/features/samples/rules";

/** The sample work of the first start, which can be removed. */
export function SamplesCard({ samples, action }: { samples: SampleCounts; action: FormAction }) {
  const counts = sampleCountsText(samples);
  return (
    <Card title="Sample data">
      <p className="max-w-[65ch] text-ink-2">
        Drayboard started with a simulated account and added sample work by “Sample data”
        {counts && `: ${counts}`}.
      </p>
      {samples.pending > 0 ? (
        <p role="status" className="mt-2 text-ink-2">
          {samples.pending} waiting to be created or removed.
        </p>
      ) : (
        <div className="mt-3">
          <ActionForm
            action={action}
            label="Remove samples"
            pendingText="Removing…"
            variant="danger"
            confirm="Removes all sample work. What users changed since is kept. This can’t be undone."
          />
        </div>
      )}
    </Card>
  );
}
