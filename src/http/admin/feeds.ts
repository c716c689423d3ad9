import { Hono } from 'hono'
import { endFeed, type Feed, listFeeds, makeFeed } from '../../backoffice/feeds.ts'
import { feedSchema } from '../../shared/feed.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { body, noBody } from '../input.ts'
import type { AdminEnv } from './guard.ts'

/** Addresses of calendar feeds (docs/behaviour.md 12.23). */
export function feedsRoutes() {
  return new Hono<AdminEnv>()
    .get('/feeds', (c) => c.json(listFeeds(ctxOf(c)).map(feedAnswer)))
    .post('/feeds', body(feedSchema), (c) => {
      const { title, initials_only: initialsOnly } = c.req.valid('json')
      const { feed, url } = makeFeed(ctxOf(c), { title, initialsOnly })
      return c.json({ ...feedAnswer(feed), url }, 201)
    })
    .delete('/feeds/:id', noBody, (c) => {
      endFeed(ctxOf(c), Number(c.req.param('id')))
      return c.body(null, 204)
    })
}

function feedAnswer({ id, title, initialsOnly, createdAt }: Feed) {
  return { id, title, initials_only: initialsOnly, created_at: isoAt(createdAt) }
}
