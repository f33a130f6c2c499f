import { z } from "zod";
import { plainText } from "@/lib/platform/database/storable-id";

export const MAX_LOGO_BYTES = 1_000_000;
export const MAX_NAME_LENGTH = 80;
/** The file types for a file dialog. */
export const LOGO_MEDIA_TYPES = "image/png,image/jpeg,image/webp";

/** The company of this installation. `name` is "" for none; `logoVersion` changes with the logo, null for none. */
export type Company = { name: string; logoVersion: string | null };

export const companyNameSchema = z.object({ name: plainText(MAX_NAME_LENGTH).trim() });

/** The address of the logo. It contains the version, so that browsers can store it. */
export const logoHref = (version: string): string => `/api/logo?v=${encodeURIComponent(version)}`;
