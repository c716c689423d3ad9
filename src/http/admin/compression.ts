import type { MiddlewareHandler } from 'hono'
import { COMPRESS, encodingFor } from '../page-cache.ts'
import type { AdminEnv } from './guard.ts'

/** Characters below which an answer fits into one packet anyway. */
const WORTH_IT = 1000

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
  const isAsked = c.req.method === 'GET' && c.req.header('Sec-Fetch-Site') === 'same-origin'
  if (!isAsked || encoding === 'plain' || !isPlainJson(res.headers)) return
  const text = await res.text()
  const body = text.length < WORTH_IT ? text : COMPRESS[encoding](text)
  c.res = new Response(body, res)
  if (body !== text) c.res.headers.set('Content-Encoding', encoding)
}

function isPlainJson(headers: Headers): boolean {
  const isJson = headers.get('Content-Type')?.startsWith('application/json') === true
  return isJson && !headers.has('ETag') && !headers.has('Content-Encoding')
}
