import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

/** Computes the SHA-256 of the file's first `bytes`, by default of all. @returns hexadecimal digits */
export function sha256Of(file: string, bytes = Number.POSITIVE_INFINITY): Promise<string> {
  return hashOf(createReadStream(file, { end: bytes - 1 }))
}

/** Computes the SHA-256 of a stream. @returns hexadecimal digits */
export async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  return hash.digest('hex')
}
