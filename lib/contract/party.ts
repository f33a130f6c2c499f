import { z } from "zod";
import { code, instant, text } from "./values";

export const partyAttributesSchema = z.looseObject({ company_name: text, nickname: text });

/** party_role (interface.md). Relationships: `party`; roleable names the container or shipment. */
export const partyRoleAttributesSchema = z.looseObject({
  role: code,
  roleable_type: code,
  roleable_id: text,
  created_at: instant,
  updated_at: instant,
});
