import { Hono } from 'hono'
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
import { holdReleaseRoutes } from './admin/holds.ts'
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
import { writtenMessageRoutes } from './admin/written-messages.ts'
import { bookingRoutes } from './bookings.ts'
import { secretRoutes } from './by-secret.ts'
import { decisionRoutes } from './decisions.ts'
import type { Deps, Env } from './deps.ts'
import { emailVerificationRoutes } from './email-verification.ts'
import { handleErrors } from './errors.ts'
import { securityHeaders } from './headers.ts'
import { holdRoutes } from './holds.ts'
import { openMetrics } from './metrics.ts'
import { myBookingsRoutes } from './my-bookings.ts'
import { offerRoutes } from './offers.ts'
import { publicRoutes } from './public.ts'
import { guardChanges, provideCtx } from './request-guards.ts'
import { uiRoutes } from './ui.ts'
import { waitingListRoutes } from './waiting-list.ts'

/** Builds the server's routes: the API, the metrics and the pages. */
export function buildApp(deps: Deps) {
  const { measureRequest, metricsRoutes } = openMetrics(deps)

  return new Hono<Env>({ strict: false })
    .onError(handleErrors(deps))
    .use(measureRequest)
    .use(securityHeaders(deps.config))
    .use('/api/*', provideCtx(deps))
    .use('/api/*', ...guardChanges)
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
    .route('/', holdRoutes(deps))
    .route('/', bookingRoutes(deps))
    .route('/', decisionRoutes(deps))
    .route('/', waitingListRoutes(deps))
    .route('/', offerRoutes())
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
    .route('/', restrictToRoles(PRACTICE_ROLES, writtenMessageRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, patientRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, bookingChangeRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, bulkChangeRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, slotRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, calendarRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, feedRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, waitingListAdminRoutes()))
    .route('/', restrictToRoles(PRACTICE_ROLES, holdReleaseRoutes()))
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
