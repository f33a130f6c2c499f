import type { Company } from "@/lib/features/company/rules";
import type { Executor } from "@/lib/platform/database/client";
import { company } from "@/lib/platform/database/schema/schema";

/** The company of this installation, without a name and logo until an admin sets them. */
export async function readCompany(executor: Executor): Promise<Company> {
  const [row] = await executor.select({ name: company.name, logoVersion: company.logoVersion }).from(company);
  return row ?? { name: "", logoVersion: null };
}

/** The logo as a PNG with its version. Null for none. */
export async function findLogo(executor: Executor): Promise<{ content: Buffer; version: string } | null> {
  const [row] = await executor.select({ content: company.logo, version: company.logoVersion }).from(company);
  return row?.content && row.version ? { content: row.content, version: row.version } : null;
}
