import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { openReadGate } from '../access/throttle.ts'
import { Problem } from '../rules/problems.ts'
import { absenceDoors } from './admin/absences.ts'
import { auditDoors } from './admin/audit.ts'
import { bookingMessageDoors } from './admin/booking-messages.ts'
import { bookingsDoors } from './admin/bookings.ts'
import { calendarDoors } from './admin/calendar.ts'
import { catalogDoors } from './admin/catalog.ts'
import { credentialDoors } from './admin/credentials.ts'
import { feedsDoors } from './admin/feeds.ts'
import { type AdminEnv, signedIn } from './admin/guard.ts'
import { loginDoors } from './admin/login.ts'
import { outboxDoors } from './admin/outbox.ts'
import { overviewDoors } from './admin/overview.ts'
import { sessionDoors } from './admin/session.ts'
import { settingsDoors } from './admin/settings.ts'
import { answerFaults } from './answer.ts'
import { bookingDoors } from './bookings.ts'
import type { Doorway, Env } from './doorway.ts'
import { emailDoors } from './email.ts'
import { feedDoors } from './feeds.ts'
import { securityHeaders } from './headers.ts'
import { letterDoors } from './letters.ts'
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
  if (site === 'cross-site' || site === 'same-site') throw new Problem('cross_site')
  await next()
}

const countBody = bodyLimit({
  maxSize: LARGEST_BODY,
  onError: () => {
    throw new Problem('too_large')
  },
})

/** Node keeps a body to the length that it announces; only one that comes in pieces without any has to be counted. */
const limitBody: MiddlewareHandler<Env> = (c, next) => {
  const length = c.req.header('content-length')
  if (length === undefined || c.req.header('transfer-encoding') !== undefined) return countBody(c, next)
  if (!(Number(length) <= LARGEST_BODY)) throw new Problem('too_large')
  return next()
}

/** What only asks brings no body and changes nothing. */
function unlessReading(guard: MiddlewareHandler<Env>): MiddlewareHandler<Env> {
  return (c, next) => (c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : guard(c, next))
}

/** Every route of the portal, at a glance. */
export function buildApp(doorway: Doorway) {
  const { config } = doorway
  const gate = openReadGate(REQUESTS_PER_SECOND)

  return new Hono<Env>({ strict: false })
    .onError(answerFaults(doorway))
    .use(securityHeaders(config))
    .use('/api/*', (c, next) => {
      const ctx = doorway.ctx({ kind: 'visitor' })
      if (config.rateLimits && !gate.pass(originOf(c, config), ctx.now))
        throw new Problem('too_many', { retry_after: 1 })
      c.set('ctx', ctx)
      return next()
    })
    .use('/api/*', unlessReading(refuseCrossSite), unlessReading(limitBody))
    .route('/api', publicApi(doorway))
    .route('/api', webhookDoors())
    .route('/api', letterDoors())
    .route('/api', feedDoors())
    .route('/api/admin', loginDoors(doorway))
    .use('/api/admin/*', signedIn(doorway))
    .route('/api/admin', adminApi(doorway))
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

/** What the admin pages call, all of it behind the guard. */
function adminApi(doorway: Doorway) {
  return new Hono<AdminEnv>()
    .route('/', sessionDoors())
    .route('/', credentialDoors(doorway))
    .route('/', settingsDoors(doorway))
    .route('/', catalogDoors(doorway))
    .route('/', outboxDoors(doorway))
    .route('/', bookingsDoors(doorway))
    .route('/', bookingMessageDoors(doorway))
    .route('/', calendarDoors(doorway))
    .route('/', feedsDoors(doorway))
    .route('/', absenceDoors(doorway))
    .route('/', overviewDoors(doorway))
    .route('/', auditDoors())
}

export type PublicApi = ReturnType<typeof publicApi>
export type LoginApi = ReturnType<typeof loginDoors>
export type AdminApi = ReturnType<typeof adminApi>
