import type { MiddlewareHandler } from 'hono'
import { COMPRESS_FAST, encodingFor } from '../encodings.ts'
import type { AdminEnv } from './guard.ts'

/** Characters from which compression pays off. A shorter answer fits into one packet anyway. */
const MIN_CHARACTERS = 1000

/**
 * Compresses JSON for the portal's own pages (docs/behaviour.md 12.52). It does not compress answers to
 * requests from other sites, which browsers mark, because the compressed length would reveal what parts of an
 * answer have in common (BREACH). It does not compress answers to changes either, because only these contain
 * a new secret. An answer with an ETag stays uncompressed too, because the ETag is that of the plain text.
 */
export const compressJson: MiddlewareHandler<AdminEnv> = async (c, next) => {
  await next()
  const { res } = c
  const encoding = encodingFor(c)
  const isReadByOwnPage = c.req.method === 'GET' && c.req.header('Sec-Fetch-Site') === 'same-origin'
  if (!isReadByOwnPage || encoding === 'plain' || !isCompressible(res.headers)) return
  const text = await res.text()
  if (text.length < MIN_CHARACTERS) {
    // The body of the former answer has been read, and cannot be sent any more.
    c.res = new Response(text, res)
    return
  }
  c.res = new Response(COMPRESS_FAST[encoding](text), res)
  c.res.headers.set('Content-Encoding', encoding)
}

function isCompressible(headers: Headers): boolean {
  const isJson = headers.get('Content-Type')?.startsWith('application/json') === true
  return isJson && !headers.has('ETag') && !headers.has('Content-Encoding')
}
