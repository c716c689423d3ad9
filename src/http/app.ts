import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { openRequestLimit } from '../access/rate-limit.ts'
import { Problem } from '../shared/problems.ts'
import { absenceRoutes } from './admin/absences.ts'
import { auditRoutes } from './admin/audit.ts'
import { bookingMessageRoutes } from './admin/booking-messages.ts'
import { bookingsRoutes } from './admin/bookings.ts'
import { calendarRoutes } from './admin/calendar.ts'
import { credentialRoutes } from './admin/credentials.ts'
import { dashboardRoutes } from './admin/dashboard.ts'
import { feedsRoutes } from './admin/feeds.ts'
import { type AdminEnv, signedIn } from './admin/guard.ts'
import { loginRoutes } from './admin/login.ts'
import { outboxRoutes } from './admin/outbox.ts'
import { serviceRoutes } from './admin/services.ts'
import { sessionRoutes } from './admin/session.ts'
import { settingsRoutes } from './admin/settings.ts'
import { bookingRoutes } from './bookings.ts'
import type { Deps, Env } from './deps.ts'
import { emailRoutes } from './email.ts'
import { emailPreviewRoutes } from './email-preview.ts'
import { handleErrors } from './errors.ts'
import { feedRoutes } from './feeds.ts'
import { securityHeaders } from './headers.ts'
import { originOf } from './origin.ts'
import { publicRoutes } from './public.ts'
import { staffRoutes } from './staff.ts'
import { uiRoutes } from './ui.ts'
import { webhookRoutes } from './webhooks.ts'

const LARGEST_BODY = 64 * 1024
/** Far above what a person does (decisions, section 3). */
const REQUESTS_PER_SECOND = 100

/** A browser says where a request comes from; nothing that changes something is taken from a foreign page. */
const rejectCrossSite: MiddlewareHandler<Env> = async (c, next) => {
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
export function buildApp(deps: Deps) {
  const { config } = deps
  const withinLimit = openRequestLimit(REQUESTS_PER_SECOND)

  return new Hono<Env>({ strict: false })
    .onError(handleErrors(deps))
    .use(securityHeaders(config))
    .use('/api/*', (c, next) => {
      const ctx = deps.ctx({ kind: 'visitor' })
      if (config.rateLimits && !withinLimit(originOf(c, config), ctx.now))
        throw new Problem('too_many', { retry_after: 1 })
      c.set('ctx', ctx)
      return next()
    })
    .use('/api/*', unlessReading(rejectCrossSite), unlessReading(limitBody))
    .route('/api', publicApi(deps))
    .route('/api', webhookRoutes())
    .route('/api', emailPreviewRoutes())
    .route('/api', feedRoutes())
    .route('/api/admin', loginRoutes(deps))
    .use('/api/admin/*', signedIn(deps))
    .route('/api/admin', adminApi(deps))
    .all('/api/*', () => {
      throw new Problem('unknown_path')
    })
    .route('/', uiRoutes(deps))
}

/** What patients' browsers call, as one typed contract. */
function publicApi(deps: Deps) {
  return new Hono<Env>()
    .route('/', publicRoutes(deps))
    .route('/', emailRoutes(deps))
    .route('/', bookingRoutes(deps))
    .route('/', staffRoutes(deps))
}

/** What the admin pages call, all of it behind the guard. */
function adminApi(deps: Deps) {
  return new Hono<AdminEnv>()
    .route('/', sessionRoutes())
    .route('/', credentialRoutes(deps))
    .route('/', settingsRoutes(deps))
    .route('/', serviceRoutes(deps))
    .route('/', outboxRoutes(deps))
    .route('/', bookingsRoutes(deps))
    .route('/', bookingMessageRoutes(deps))
    .route('/', calendarRoutes(deps))
    .route('/', feedsRoutes(deps))
    .route('/', absenceRoutes(deps))
    .route('/', dashboardRoutes(deps))
    .route('/', auditRoutes())
}

export type PublicApi = ReturnType<typeof publicApi>
export type LoginApi = ReturnType<typeof loginRoutes>
export type AdminApi = ReturnType<typeof adminApi>
