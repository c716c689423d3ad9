import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

/**
 * Computes the SHA-256 of a file, or of its first `bytes` bytes.
 * @param bytes at least 1, because a read stream cannot end before the first byte
 * @returns hexadecimal digits
 */
export function sha256OfFile(file: string, bytes = Number.POSITIVE_INFINITY): Promise<string> {
  return sha256OfStream(createReadStream(file, { end: bytes - 1 }))
}

/** Computes the SHA-256 of a stream. @returns hexadecimal digits */
export async function sha256OfStream(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  return hash.digest('hex')
}
