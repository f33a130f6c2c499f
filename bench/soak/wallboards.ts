import { eq } from "drizzle-orm";
import { EMAIL } from "@/bench/harness/account";
import { makeAccessToken } from "@/lib/auth/tokens/access-tokens";
import type { Database } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";

/** The screens of a dispatch office. Each has an address of its own. */
export class Wallboards {
  reads = 0;
  /** Responses other than 200, with their status. */
  readonly others: string[] = [];

  private constructor(private readonly addresses: readonly string[]) {}

  /** Creates this many wallboards of all containers, as Settings → Feeds does, and loads the page of each. */
  static async open(db: Database, baseUrl: string, count: number): Promise<Wallboards> {
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, EMAIL));
    if (!user) throw new Error("the benchmark's user is missing");
    const addresses: string[] = [];
    for (let at = 1; at <= count; at += 1) {
      const { token } = await makeAccessToken(db, {
        ...{ kind: "wall", label: `Wallboard ${at}`, createdBy: user.id, expiresAt: null },
        settings: { address: "", viewName: null },
      });
      addresses.push(`${baseUrl}/wall/${token}`);
    }
    const wallboards = new Wallboards(addresses);
    await wallboards.request("");
    return wallboards;
  }

  /** Reads the data of each wallboard once. */
  read(): Promise<void> {
    return this.request("/data");
  }

  private async request(path: string): Promise<void> {
    await Promise.all(
      this.addresses.map(async (address) => {
        const status = await fetch(`${address}${path}`)
          .then(async (response) => {
            await response.arrayBuffer();
            return String(response.status);
          })
          .catch((error: Error) => error.message);
        this.reads += 1;
        if (status !== "200") this.others.push(`${status} wallboard`);
      }),
    );
  }
}
