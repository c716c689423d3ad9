/** This module reads the answers of other servers, which could be of any length. */

/** Bytes of the largest answer that is read, except for files (guarded-file.ts). */
export const MAX_ANSWER_BYTES = 1024 * 1024

/**
 * Reads a body; undefined when it has more than `maxBytes`. Leaving the loop closes the connection.
 * @param body a response of `node:http`, or the body of a response of `fetch`, already decompressed
 */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes = MAX_ANSWER_BYTES,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads the text of a response of `fetch`; undefined when it is longer than `MAX_ANSWER_BYTES`. */
export async function readAnswerText({ body }: Response): Promise<string | undefined> {
  // A response without a body, such as one with the status 204, has null here.
  const bytes = body === null ? Buffer.alloc(0) : await readBody(body)
  // Unlike `toString`, the decoder leaves out a byte order mark, which no JSON may have.
  return bytes && new TextDecoder().decode(bytes)
}
