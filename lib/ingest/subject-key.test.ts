import { describe, expect, it } from "vitest";
import {
  containerRecord,
  eventRecord,
  type NotificationFixture,
  named,
  notificationBody,
  requestRecord,
  shipmentRecord,
} from "@/lib/contract/fixtures";
import { subjectOf } from "./subject-key";

const about = (fixture: Partial<NotificationFixture>) =>
  subjectOf(JSON.parse(notificationBody({ id: "n-1", ...fixture })));
const reference = named("transport_event", "e-1");

describe("the subject of a notification", () => {
  it.each<[string, Partial<NotificationFixture>, string | null]>([
    ["the container it names", { reference: named("container", "c-1") }, "container c-1"],
    [
      "the container its event names, not another included",
      {
        reference,
        included: [containerRecord("c-2"), eventRecord("e-1", {}, { container: named("container", "c-1") })],
      },
      "container c-1",
    ],
    [
      "the container included next to a bare event",
      { reference, included: [shipmentRecord("s-1"), eventRecord("e-1"), containerRecord("c-1")] },
      "container c-1",
    ],
    [
      "else the shipment",
      { reference, included: [eventRecord("e-1"), shipmentRecord("s-1")] },
      "shipment s-1",
    ],
    [
      "else the request",
      { reference: named("tracking_request", "r-1"), included: [requestRecord("r-1")] },
      "tracking_request r-1",
    ],
    ["else nothing", { reference, included: [eventRecord("e-1")] }, null],
    ["nothing at all", {}, null],
  ])("is %s", (_, fixture, expected) => {
    expect(about(fixture)).toBe(expected);
  });

  it.each([
    null,
    5,
    [],
    "x",
    {},
    { data: null },
    { data: { relationships: [] } },
    { included: [null, 5, {}] },
  ])("is null when the document is %j", (document) => expect(subjectOf(document)).toBeNull());
});
