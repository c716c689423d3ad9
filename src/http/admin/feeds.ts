import { Hono } from 'hono'
import { endFeed, type Feed, listFeeds } from '../../access/feeds.ts'
import { assertProved } from '../../access/sessions.ts'
import { makeFeed } from '../../backoffice/feeds.ts'
import { feedSchema } from '../../shared/feed.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { body, noBody } from '../input.ts'
import type { AdminEnv } from './guard.ts'

/** The calls about an admin's own calendar feeds (docs/behaviour.md 12.23). */
export function feedRoutes() {
  return new Hono<AdminEnv>()
    .get('/feeds', (c) => c.json(listFeeds(ctxOf(c), c.get('session').adminId).map(feedAnswer)))
    .post('/feeds', body(feedSchema), (c) => {
      const ctx = ctxOf(c)
      const session = c.get('session')
      const { title, initials_only: initialsOnly, resource_id: resourceId = null } = c.req.valid('json')
      // A feed with names shows patients to everybody who learns its URL.
      if (!initialsOnly) assertProved(ctx, session)
      const { feed, url } = makeFeed(ctx, session.adminId, { title, initialsOnly, resourceId })
      return c.json({ ...feedAnswer(feed), url }, 201)
    })
    .delete('/feeds/:id', noBody, (c) => {
      endFeed(ctxOf(c), c.get('session').adminId, Number(c.req.param('id')))
      return c.body(null, 204)
    })
}

function feedAnswer({ id, title, initialsOnly, resourceId, createdAt }: Feed) {
  const resource = resourceId === null ? {} : { resource_id: resourceId }
  return { id, title, initials_only: initialsOnly, ...resource, created_at: isoAt(createdAt) }
}
