import { PlainTime } from "@/components/sharing/pages/plain-time";
import type { TimeDisplay } from "@/components/sharing/pages/time-display";
import { Card } from "@/components/ui/card";
import { MAX_PHOTOS, type Reporting } from "@/lib/features/driver-reports/rules";
import { StepButtons } from "./step-buttons";

/** What the driver reported through this link and can still report. `address` is that of the link's routes. */
export function DriverReporting({
  address,
  reporting: { steps, ended },
  display,
}: {
  address: string;
  reporting: Reporting;
  display: TimeDisplay;
}) {
  const photos = steps.reduce((sum, step) => sum + step.photos, 0);
  return (
    <Card title="Report to dispatch" aside={`${photos} of ${MAX_PHOTOS} photos`} className="mb-3.5">
      <StepButtons
        address={address}
        // The server writes the times: browsers have other tables of time zones.
        reported={steps.map((report) => ({
          ...report,
          time: <PlainTime moment={report.at} display={display} />,
        }))}
        takesPhotos={photos < MAX_PHOTOS}
        ended={ended}
      />
    </Card>
  );
}
