/** Reads the dashboard's JSON like a signed-in browser. */
export interface Reader {
  baseUrl: string;
  headers: Record<string, string>;
  /** Returns the parsed response. Throws on a status other than 200. */
  read(path: string): Promise<unknown>;
}

export function openReader(baseUrl: string, session: { name: string; value: string }): Reader {
  const headers = {
    cookie: `${session.name}=${session.value}`,
    accept: "application/json",
    "accept-encoding": "gzip",
  };
  return {
    baseUrl,
    headers,
    async read(path) {
      const response = await fetch(`${baseUrl}${path}`, { headers });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return response.json();
    },
  };
}
