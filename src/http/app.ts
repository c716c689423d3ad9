import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { recordMismatch } from '../access/config-mismatches.ts'
import { openRequestLimit } from '../access/request-limit.ts'
import type { Ctx } from '../ctx.ts'
import { Problem } from '../shared/problems.ts'
import { PRACTICE_ROLES, SETUP_ROLES } from '../shared/role.ts'
import { absenceRoutes } from './admin/absences.ts'
import { auditRoutes } from './admin/audit.ts'
import { bookingChangeRoutes } from './admin/booking-changes.ts'
import { bookingDetailsRoutes } from './admin/booking-details.ts'
import { bookingExportRoutes } from './admin/booking-export.ts'
import { bookingsRoutes } from './admin/bookings.ts'
import { bulkChangeRoutes } from './admin/bulk-changes.ts'
import { calendarRoutes } from './admin/calendar.ts'
import { compressJson } from './admin/compression.ts'
import { connectionTestRoutes } from './admin/connection-tests.ts'
import { credentialRoutes } from './admin/credentials.ts'
import { demoEndRoutes } from './admin/demo-end.ts'
import { feedRoutes } from './admin/feeds.ts'
import { firstStepsRoutes } from './admin/first-steps.ts'
import { type AdminEnv, requireRole, requireSession, restrictToRoles } from './admin/guard.ts'
import { holdRoutes } from './admin/holds.ts'
import { holidayRoutes } from './admin/holidays.ts'
import { installationRoutes } from './admin/installation.ts'
import { invitationRoutes } from './admin/invitations.ts'
import { loginRoutes } from './admin/login.ts'
import { odooRoutes } from './admin/odoo.ts'
import { otherCalendarRoutes } from './admin/other-calendars.ts'
import { outboxRoutes } from './admin/outbox.ts'
import { outboxListRoutes } from './admin/outbox-lists.ts'
import { overviewRoutes } from './admin/overview.ts'
import { passkeyRoutes } from './admin/passkeys.ts'
import { patientRoutes } from './admin/patients.ts'
import { privacyRoutes } from './admin/privacy.ts'
import { resourceDeletionRoutes, resourceListRoutes, resourceRoutes } from './admin/resources.ts'
import { runningLateRoutes } from './admin/running-late.ts'
import { seriesRoutes } from './admin/series.ts'
import { serviceListRoutes, serviceRoutes } from './admin/services.ts'
import { sessionRoutes } from './admin/session.ts'
import { settingsRoutes } from './admin/settings.ts'
import { slotRoutes } from './admin/slots.ts'
import { smsBalanceRoutes } from './admin/sms-balance.ts'
import { staffRoutes } from './admin/staff.ts'
import { statisticsRoutes } from './admin/statistics.ts'
import { statusRoutes } from './admin/status.ts'
import { textRoutes } from './admin/texts.ts'
import { waitingListAdminRoutes } from './admin/waiting-list.ts'
import { workingHoursRoutes } from './admin/working-hours.ts'
import { bookingRoutes } from './bookings.ts'
import { secretRoutes } from './by-secret.ts'
import { decisionRoutes } from './decisions.ts'
import type { Deps, Env } from './deps.ts'
import { emailVerificationRoutes } from './email-verification.ts'
import { handleErrors, whenWritable } from './errors.ts'
import { securityHeaders } from './headers.ts'
import { openMetrics } from './metrics.ts'
import { myBookingsRoutes } from './my-bookings.ts'
import { originOf } from './origin.ts'
import { type ProxyMismatch, proxyMismatchOf } from './proxies.ts'
import { publicRoutes } from './public.ts'
import { uiRoutes } from './ui.ts'
import { waitingListRoutes } from './waiting-list.ts'

/** The maximum length of a body. */
const MAX_BODY_BYTES = 64 * 1024
/** The limit per origin. A visitor needs far fewer. */
const REQUESTS_PER_SECOND = 100

/** The warnings in the log, each with its remedy. */
const MISMATCH_WARNINGS: Readonly<Record<ProxyMismatch['kind'], string>> = {
  'untrusted-proxy':
    'all visitors look like one, so the limits for each origin are off: add this proxy to TRUSTED_PROXIES',
  'distant-proxy':
    'this address forwards visitors, who count as one: if it is your proxy, add it to TRUSTED_PROXIES',
  'hidden-visitor':
    'a visitor comes from an address of TRUSTED_PROXIES: if all do, the container runtime hides them, and the limits for each origin are off',
}

/** Refuses requests from pages of other sites (Fetch Metadata Request Headers). */
const rejectCrossSite: MiddlewareHandler<Env> = async (c, next) => {
  const site = c.req.header('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') throw new Problem('cross_site')
  await next()
}

const limitByCounting = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new Problem('too_large')
  },
})

/** Node enforces Content-Length, so only a chunked body has to be counted. */
const limitBody: MiddlewareHandler<Env> = (c, next) => {
  const length = c.req.header('content-length')
  if (length === undefined || c.req.header('transfer-encoding') !== undefined) return limitByCounting(c, next)
  const bytes = Number(length)
  if (Number.isNaN(bytes) || bytes > MAX_BODY_BYTES) throw new Problem('too_large')
  return next()
}

/** Applies the guard to every method except GET and HEAD. */
function unlessReading(guard: MiddlewareHandler<Env>): MiddlewareHandler<Env> {
  return (c, next) => (c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : guard(c, next))
}

/**
 * Logs a mismatch of the proxies that was not recorded yet. The IP address of a visitor stays out of the log.
 */
function warnOfMismatch(ctx: Ctx, mismatch: ProxyMismatch | undefined, log: Deps['log']): void {
  if (mismatch === undefined || !recordMismatch(ctx, mismatch.kind, mismatch.address)) return
  const facts = mismatch.kind === 'hidden-visitor' ? {} : { proxy: mismatch.address }
  log.warn(facts, MISMATCH_WARNINGS[mismatch.kind])
}

/** Sets the Ctx of a request, unless its origin has made too many of them. @throws Problem too_many */
function provideCtx(deps: Deps): MiddlewareHandler<Env> {
  const { config } = deps
  const isWithinLimit = openRequestLimit(REQUESTS_PER_SECOND)
  return (c, next) => {
    const ctx = deps.ctx({ kind: 'visitor' })
    if (config.rateLimits) {
      if (!isWithinLimit(originOf(c, config), ctx.now)) throw new Problem('too_many', { retry_after: 1 })
      warnOfMismatch(ctx, proxyMismatchOf(c, config), deps.log)
    }
    c.set('ctx', ctx)
    return next()
  }
}

/** Builds the server's routes: the API, the metrics and the pages. */
export function buildApp(deps: Deps) {
  const { measureRequest, metricsRoutes } = openMetrics(deps)

  return new Hono<Env>({ strict: false })
    .onError(handleErrors(deps))
    .use(measureRequest)
    .use(securityHeaders(deps.config))
    .use('/api/*', provideCtx(deps))
    .use('/api/*', unlessReading(rejectCrossSite), unlessReading(limitBody), unlessReading(whenWritable))
    .route('/api', publicApi(deps))
    .route('/api', secretRoutes(deps))
    .route('/api/admin', loginApi(deps))
    .use('/api/admin/*', requireSession(deps), compressJson)
    .route('/api/admin', adminApi(deps))
    .all('/api/*', () => {
      throw new Problem('unknown_path')
    })
    .route('/', metricsRoutes)
    .route('/', uiRoutes(deps))
}

/** The calls of the patients' pages. */
function publicApi(deps: Deps) {
  return new Hono<Env>()
    .route('/', publicRoutes(deps))
    .route('/', emailVerificationRoutes(deps))
    .route('/', bookingRoutes(deps))
    .route('/', decisionRoutes(deps))
    .route('/', waitingListRoutes(deps))
    .route('/', myBookingsRoutes(deps))
}

/** The calls of the admin pages that need no session. */
function loginApi(deps: Deps) {
  return new Hono<Env>().route('/', loginRoutes(deps)).route('/', invitationRoutes(deps))
}

/**
 * The calls of the admin pages, which need a session. Each group names the roles that may call it; a group
 * without roles names them by route, or is for everybody. Everything after `requireRole('doctor')` is for
 * doctors, including unknown paths (docs/behaviour.md 12.39).
 */
function adminApi(deps: Deps) {
  return new Hono<AdminEnv>()
    .route('/', sessionRoutes())
    .route('/', credentialRoutes(deps))
    .route('/', passkeyRoutes(deps))
    .route('/', statusRoutes())
    .route('/', restrictToRoles(PRACTICE_ROLES, overviewRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, bookingsRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, bookingDetailsRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, seriesRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, runningLateRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, patientRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, bookingChangeRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, bulkChangeRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, slotRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, calendarRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, feedRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, waitingListAdminRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, holdRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, absenceRoutes()))
    .route('/', holidayRoutes())
    .route('/', outboxListRoutes())
    .route('/', restrictToRoles(PRACTICE_ROLES, outboxRoutes()))
    .route('/', serviceListRoutes())
    .route('/', restrictToRoles(SETUP_ROLES, serviceRoutes()))
    .route('/', resourceListRoutes())
    .route('/', restrictToRoles(SETUP_ROLES, resourceRoutes()))
    .route('/', resourceDeletionRoutes())
    .route('/', restrictToRoles(SETUP_ROLES, settingsRoutes(deps)))
    .route('/', restrictToRoles(SETUP_ROLES, workingHoursRoutes()))
    .route('/', restrictToRoles(SETUP_ROLES, connectionTestRoutes(deps)))
    .route('/', restrictToRoles(SETUP_ROLES, smsBalanceRoutes(deps)))
    .route('/', odooRoutes(deps))
    .route('/', otherCalendarRoutes(deps))
    .route('/', restrictToRoles(SETUP_ROLES, firstStepsRoutes()))
    .route('/', restrictToRoles(SETUP_ROLES, installationRoutes(deps)))
    .use(requireRole('doctor'))
    .route('/', textRoutes())
    .route('/', bookingExportRoutes(deps))
    .route('/', demoEndRoutes())
    .route('/', staffRoutes())
    .route('/', auditRoutes())
    .route('/', statisticsRoutes())
    .route('/', privacyRoutes())
}

export type PublicApi = ReturnType<typeof publicApi>
export type LoginApi = ReturnType<typeof loginApi>
export type AdminApi = ReturnType<typeof adminApi>
