import type { MiddlewareHandler } from 'hono'
import { COMPRESS_FAST, encodingFor } from '../encodings.ts'
import type { AdminEnv } from './guard.ts'

/** Characters from which on compression pays: a shorter answer fits into one packet anyway. */
const MIN_LENGTH = 1000

/**
 * Compresses JSON that the portal's own pages read (docs/behaviour.md 12.52). An answer that another site
 * asks for is left alone, because its length would tell what its parts have in common (BREACH); browsers name
 * the site. Answers that change something are left alone too, because only these show a new secret. An ETag
 * belongs to the plain bytes.
 */
export const compressJson: MiddlewareHandler<AdminEnv> = async (c, next) => {
  await next()
  const { res } = c
  const encoding = encodingFor(c)
  const isReadByOwnPage = c.req.method === 'GET' && c.req.header('Sec-Fetch-Site') === 'same-origin'
  if (!isReadByOwnPage || encoding === 'plain' || !isPlainJson(res.headers)) return
  const text = await res.text()
  if (text.length < MIN_LENGTH) {
    c.res = new Response(text, res)
    return
  }
  c.res = new Response(COMPRESS_FAST[encoding](text), res)
  c.res.headers.set('Content-Encoding', encoding)
}

function isPlainJson(headers: Headers): boolean {
  const isJson = headers.get('Content-Type')?.startsWith('application/json') === true
  return isJson && !headers.has('ETag') && !headers.has('Content-Encoding')
}
