/** A stream of what is made piece by piece, as fast as it is read; nothing more is made once the reader is gone. */
function streamed(pieces: AsyncGenerator<Buffer>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}

/** An answer that is saved as a file, made while it is sent and kept nowhere. `file`: its name, letters a header takes. */
export const streamedFile = (pieces: AsyncGenerator<Buffer>, mediaType: string, file: string): Response =>
  new Response(streamed(pieces), {
    headers: {
      "Content-Type": mediaType,
      "Content-Disposition": `attachment; filename="${file}"`,
      "Cache-Control": "no-store",
    },
  });
