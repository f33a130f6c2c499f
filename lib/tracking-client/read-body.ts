/** The limit of a decoded response. The largest page of the interface has about 2 MB. */
const MAX_RESPONSE_BYTES = 32 * 1_048_576;

/**
 * Returns the response's text. Throws when it does not end in time, and SyntaxError when it is larger than `maxBytes`.
 * Then the rest is not received.
 */
export async function readText(
  response: Response,
  timeoutMs: number,
  maxBytes = MAX_RESPONSE_BYTES,
): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the answer did not end in time")), timeoutMs);
  });
  let text = "";
  let bytes = 0;
  try {
    for (;;) {
      const { value, done } = await Promise.race([reader.read(), late]);
      if (done) return text + decoder.decode();
      bytes += value.byteLength;
      if (bytes > maxBytes) throw new SyntaxError(`the answer is larger than ${maxBytes} bytes`);
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    void reader.cancel(error).catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
