import type { ChangeText } from "@/lib/features/containers/messages/change-description";
import type { ContainerPage, RecordedChange } from "@/lib/features/containers/rules";

export type ContainerChange = Omit<RecordedChange, "subject">;
/** A change with its text. */
export type ReportedChange = ContainerChange & { text: ChangeText[] };

/** The data of a container's page. `readAt` is the time when the mirror was read (ISO 8601, UTC). */
export type ContainerViewData = Omit<ContainerPage, "ports"> & { readAt: string };
