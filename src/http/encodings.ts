import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Context } from 'hono'

/** How an answer is compressed. Browsers accept brotli (`br`) only over https. */
export type Encoding = 'br' | 'gzip' | 'plain'

/** Somebody waits for the answer, and brotli's best quality takes more time than it saves. */
const FAST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Compresses an answer that is sent only once. */
export const COMPRESS_FAST: Readonly<Record<Encoding, (text: string) => Uint8Array<ArrayBuffer>>> = {
  br: (text) => new Uint8Array(brotliCompressSync(text, FAST_BROTLI)),
  gzip: (text) => new Uint8Array(gzipSync(text)),
  plain: (text) => new TextEncoder().encode(text),
}

/** Returns the best encoding that the browser accepts. */
export function encodingFor({ req }: Pick<Context, 'req'>): Encoding {
  const accepted = req.header('Accept-Encoding') ?? ''
  return (['br', 'gzip'] as const).find((name) => accepted.includes(name)) ?? 'plain'
}
