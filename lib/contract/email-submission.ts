import { z } from "zod";
import { instant, longText, text, textList } from "./values";

/** An email that brought documents, as it is included with a document (supplement-2.md, 2. Its includes). */
export const emailSubmissionAttributesSchema = z.looseObject({
  subject: longText,
  body_preview: longText,
  from: textList,
  sent_at: instant,
  message_id: text,
  created_at: instant,
});
