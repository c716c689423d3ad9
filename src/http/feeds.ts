import { Hono } from 'hono'
import { readFeed } from '../backoffice/feeds.ts'
import { Problem } from '../shared/problems.ts'
import { ctxOf, type Env } from './deps.ts'

/** Calendar feeds for phones. The token in the address is the only credential. */
export function feedRoutes() {
  return new Hono<Env>().get('/feed/:token/termine.ics', (c) => {
    const calendar = readFeed(ctxOf(c), c.req.param('token'))
    if (calendar === undefined) throw new Problem('unknown_path')
    return c.body(calendar, 200, {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="termine.ics"',
      'Cache-Control': 'no-store',
    })
  })
}
