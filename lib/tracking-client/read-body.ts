/** Returns the response's text. Throws when it does not end in time. */
export async function readText(response: Response, timeoutMs: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the answer did not end in time")), timeoutMs);
  });
  try {
    return await Promise.race([response.text(), late]);
  } finally {
    clearTimeout(timer);
  }
}
