import { Hono } from 'hono'
import { bannerOf, readAlerts } from '../../operation/alerts.ts'
import { resourceName } from '../../schedule/resources.ts'
import { listShownResources } from '../../schedule/shown-resources.ts'
import { ctxOf } from '../deps.ts'
import type { AdminEnv } from './guard.ts'

/**
 * The call of the banner above every admin page. Its sentences and counts name no patient. If several
 * resources are active, the answer names them, so that pages can offer a choice.
 */
export function statusRoutes() {
  return new Hono<AdminEnv>().get('/status', (c) => {
    const ctx = ctxOf(c)
    const { alerts, counts } = readAlerts(ctx)
    const { resourceId: ownResourceId } = c.get('session')
    const resources = listShownResources(ctx).map((resource) => ({
      id: resource.id,
      name: resourceName(ctx, resource),
      own: resource.id === ownResourceId,
    }))
    return c.json({ ...bannerOf(alerts), counts, ...(resources.length > 0 && { resources }) })
  })
}
