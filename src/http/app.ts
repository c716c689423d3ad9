import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { openReadGate } from '../access/throttle.ts'
import { Problem } from '../rules/problems.ts'
import { answerFaults } from './answer.ts'
import { bookingDoors } from './bookings.ts'
import type { Doorway, Env } from './doorway.ts'
import { emailDoors } from './email.ts'
import { securityHeaders } from './headers.ts'
import { originOf } from './origin.ts'
import { publicDoors } from './public.ts'
import { staffDoors } from './staff.ts'
import { uiDoors } from './ui.ts'
import { webhookDoors } from './webhooks.ts'

const LARGEST_BODY = 64 * 1024
/** Far above what a person does (decisions, section 3). */
const REQUESTS_PER_SECOND = 100

/** A browser says where a request comes from; nothing that changes something is taken from a foreign page. */
const refuseCrossSite: MiddlewareHandler<Env> = async (c, next) => {
  const site = c.req.header('sec-fetch-site')
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && (site === 'cross-site' || site === 'same-site')) {
    throw new Problem('cross_site')
  }
  await next()
}

const limitBody = bodyLimit({
  maxSize: LARGEST_BODY,
  onError: () => {
    throw new Problem('too_large')
  },
})

/** Every route of the portal, at a glance. */
export function buildApp(doorway: Doorway) {
  const { config } = doorway
  const gate = openReadGate(REQUESTS_PER_SECOND)

  return new Hono<Env>({ strict: false })
    .onError(answerFaults(doorway))
    .use(securityHeaders(config))
    .use('/api/*', async (c, next) => {
      const ctx = doorway.ctx({ kind: 'visitor' })
      if (config.rateLimits && !gate.pass(originOf(c, config), ctx.now))
        throw new Problem('too_many', { retry_after: 1 })
      c.set('ctx', ctx)
      await next()
    })
    .use('/api/*', refuseCrossSite, limitBody)
    .route('/api', publicApi(doorway))
    .route('/api', webhookDoors())
    .all('/api/admin/*', () => {
      throw new Problem('unauthorized')
    })
    .all('/api/*', () => {
      throw new Problem('unknown_path')
    })
    .route('/', uiDoors(doorway))
}

/** What patients' browsers call, as one typed contract. */
function publicApi(doorway: Doorway) {
  return new Hono<Env>()
    .route('/', publicDoors(doorway))
    .route('/', emailDoors(doorway))
    .route('/', bookingDoors(doorway))
    .route('/', staffDoors(doorway))
}

export type PublicApi = ReturnType<typeof publicApi>
