import { expect, it } from "vitest";
import { z } from "zod";
import { jobInputSchema } from "@/lib/features/bulk-jobs/commands/job-inputs";
import { responseSchema } from "@/lib/features/holds/commands";
import { planChangeSchema } from "@/lib/features/moves/commands/planned-moves";
import { shortListSchema } from "@/lib/features/shipments/commands/edit-references";
import {
  type FieldNames,
  followUpFieldName,
  jobFieldName,
  planFieldName,
  tagsFieldName,
} from "./field-names";
import { readJsonBody } from "./responses";

const long = (length: number) => "x".repeat(length);
const tags = z.strictObject({ before: z.array(z.string()), after: shortListSchema });
const jobs = z.strictObject({ ask: jobInputSchema });
const followUps = responseSchema.omit({ containerId: true });
const texts = [long(301)];

it.each<[string, z.ZodType, FieldNames, unknown, string]>([
  [
    "a driver",
    planChangeSchema,
    planFieldName,
    { part: "driver", was: "", value: long(300) },
    "Driver: At most 200 characters.",
  ],
  [
    "a note",
    planChangeSchema,
    planFieldName,
    { part: "note", was: "", value: long(2001) },
    "Note: At most 2000 characters.",
  ],
  [
    "a response to a hold",
    followUps,
    followUpFieldName,
    { holdName: "customs", seen: null, promise: long(1001) },
    "Response: At most 1000 characters.",
  ],
  ["a tag", tags, tagsFieldName, { before: [], after: texts }, "Tags: At most 300 characters each."],
  [
    "a tag of many containers",
    jobs,
    jobFieldName,
    { ask: { kind: "add_tags", input: { texts } } },
    "Tags: At most 300 characters each.",
  ],
  [
    "a reference of many containers",
    jobs,
    jobFieldName,
    { ask: { kind: "remove_references", input: { texts } } },
    "References: At most 300 characters each.",
  ],
])("names the field as the user sees it when %s is too long", async (_, schema, names, body, message) => {
  const request = new Request("http://127.0.0.1:3000/", { method: "POST", body: JSON.stringify(body) });
  await expect(readJsonBody(request, schema, 10_000, names)).rejects.toMatchObject({
    code: "bad_input",
    message,
  });
});
