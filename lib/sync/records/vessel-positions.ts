import {
  readComingPositions,
  readLastPosition,
  type VesselLeg,
  type VesselPositions,
} from "@/lib/domain/voyage/vessel-positions";
import { clearRelatedFailure, noteRelatedFailure, wasRefused } from "@/lib/mirror/read-status";
import { findNextLeg, savePositions } from "@/lib/mirror/vessel-positions";
import type { Database } from "@/lib/platform/database/client";
import type { AppError } from "@/lib/platform/errors";
import { pathOf, type TrackingClient } from "@/lib/tracking-client/client";
import { errorOfOneRecord, Silences } from "./record-error";

/** Reads the last and coming positions of the vessels that maps show, one vessel after another. */
export class VesselSweep {
  private readonly silences = new Silences();

  constructor(
    private readonly db: Database,
    private readonly client: TrackingClient,
  ) {}

  /**
   * Reads the positions of the next vessel. Returns false when all were read recently or when the service refused them
   * to the account within a day. Also returns false during a pause because the service responds for no vessel. Throws
   * the client's errors in an outage.
   */
  async readNext(): Promise<boolean> {
    const { db } = this;
    if (this.silences.rests() || (await wasRefused(db, "vessel_positions"))) return false;
    const leg = await findNextLeg(db);
    if (!leg) return false;
    const positions: VesselPositions = { last: null, coming: [] };
    const error = (await this.readLast(leg, positions)) ?? (await this.readComing(leg, positions));
    this.silences.note(error);
    if (error?.code === "not_allowed") await noteRelatedFailure(db, "vessel_positions", error);
    else if (!error) await clearRelatedFailure(db, "vessel_positions");
    const isKnown = positions.last !== null || positions.coming.length > 0;
    await savePositions(db, leg, isKnown ? positions : null);
    return true;
  }

  private readLast({ vesselId }: VesselLeg, positions: VesselPositions): Promise<AppError | null> {
    return errorOfOneRecord(this.client, async () => {
      const { document } = await this.client.getItem(pathOf("vessels", vesselId));
      positions.last = readLastPosition(document.data.attributes);
    });
  }

  private readComing(
    { vesselId, previousPortId, portId }: VesselLeg,
    positions: VesselPositions,
  ): Promise<AppError | null> {
    return errorOfOneRecord(this.client, async () => {
      const ports = { port_id: portId, previous_port_id: previousPortId };
      const path = pathOf("vessels", vesselId, "future_positions");
      const { document, sentAt } = await this.client.getItem(path, ports);
      positions.coming = readComingPositions(document.data.attributes?.positions, sentAt);
    });
  }
}
