import { z } from "zod";

const csrfSchema = z.object({ csrfToken: z.string() });

/** Cookies of a response, as name and value. */
function cookiesOf(response: Response): [name: string, value: string][] {
  return response.headers.getSetCookie().map((line) => {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
}

/** Signs in through the dashboard's own route. Returns the session cookie. Throws if the sign-in is rejected. */
export async function signIn(
  baseUrl: string,
  email: string,
  password: string,
): Promise<{ name: string; value: string }> {
  const requested = await fetch(`${baseUrl}/api/auth/csrf`);
  const { csrfToken } = csrfSchema.parse(await requested.json());
  const response = await fetch(`${baseUrl}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: {
      cookie: cookiesOf(requested)
        .map((pair) => pair.join("="))
        .join("; "),
      origin: baseUrl,
    },
    body: new URLSearchParams({ csrfToken, email, password }),
  });
  await response.arrayBuffer();
  const session = cookiesOf(response).find(([name]) => name.endsWith("next-auth.session-token"));
  if (!session) throw new Error(`sign-in was refused (status ${response.status})`);
  return { name: session[0], value: session[1] };
}
