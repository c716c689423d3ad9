import { describe, expect, it } from 'vitest'
import { ROLES, type Role } from '../../shared/role.ts'
import { ADMIN } from '../../testing/admins.ts'
import { OPEN_ROUTES } from '../../testing/api-routes.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

/** The calls for all roles: about their own access, and about what names no patient. */
const FOR_ALL = [
  'POST /logout',
  'GET /session',
  'GET /sessions',
  'DELETE /sessions',
  'DELETE /sessions/:id',
  'POST /proof',
  'PUT /password',
  'POST /second-factor/setup',
  'POST /second-factor/enable',
  'POST /second-factor/disable',
  'GET /account/passkeys',
  'POST /account/passkeys',
  'POST /account/passkeys/challenge',
  'POST /account/passkeys/options',
  'POST /account/passkeys/:id/remove',
  'GET /status',
  'GET /services',
  'GET /resources',
  'GET /holidays',
  'PUT /holidays/:date',
  'GET /outbox/emails',
  'GET /outbox/sms',
  'GET /outbox/odoo',
]

/** The calls for doctors and assistants. */
const FOR_PRACTICE = [
  'GET /overview',
  'GET /bookings',
  'POST /bookings',
  'GET /slots',
  'GET /slots/next',
  'GET /slots/why',
  'GET /bookings/:id',
  'GET /bookings/:id/slots',
  'PUT /bookings/:id/contact',
  'PUT /bookings/:id/attendance',
  'PUT /bookings/:id/note',
  'POST /bookings/:id/svnr',
  'POST /bookings/:id/reinstate',
  'PUT /patients/:bookingId/note',
  'POST /bookings/:id/move',
  'POST /bookings/:id/cancel',
  'POST /bookings/:id/undo',
  'POST /bookings/:id/messages/:channel/:messageId/resend',
  'POST /bookings/:id/later/move',
  'POST /bookings/:id/later/cancel',
  'GET /late',
  'POST /late',
  'POST /bookings/:id/called',
  'POST /bookings/:id/messages',
  'POST /series',
  'POST /series/preview',
  'POST /bookings/slots',
  'POST /bookings/cancel',
  'POST /bookings/reject',
  'GET /patients',
  'GET /patients/:bookingId',
  'POST /holds/release',
  'GET /calendar',
  'GET /calendar/load',
  'GET /waiting-list',
  'POST /waiting-list',
  'DELETE /waiting-list/:id',
  'GET /waiting-list/:id/slots',
  'POST /waiting-list/:id/offer',
  'GET /absences',
  'POST /absences',
  'POST /absences/check',
  'GET /absences/conflicts',
  'DELETE /absences/:id',
  'GET /outbox/emails/:id/preview',
  'POST /outbox/emails/:id/retry',
  'POST /outbox/sms/:id/retry',
  'POST /outbox/emails/:id/settle',
  'POST /outbox/sms/:id/settle',
  'POST /outbox/odoo/:id/settle',
  'POST /outbox/emails/:id/reopen',
  'POST /outbox/sms/:id/reopen',
  'POST /outbox/odoo/:id/reopen',
  'POST /outbox/odoo/:id/retry',
  'GET /feeds',
  'POST /feeds',
  'DELETE /feeds/:id',
  'POST /odoo/bookings/:id/restore',
]

/** The calls for doctors and technik. */
const FOR_SETUP = [
  'PUT /services',
  'POST /services/template',
  'DELETE /services/:id',
  'PUT /resources/:id',
  'GET /practice',
  'PUT /practice',
  ...['general', 'urls', 'smtp', 'odoo', 'clicksend', 'sevenio', 'working-hours'].flatMap((group) => [
    `GET /settings/${group}`,
    `PUT /settings/${group}`,
  ]),
  'POST /settings/:group/test',
  'GET /sms/:provider/balance',
  'GET /odoo',
  'POST /odoo/pull',
  'POST /odoo/first-sync',
  'GET /first-steps',
  'POST /first-steps',
  'DELETE /first-steps',
  'GET /installation',
  'GET /installation/address',
  'POST /installation/backup',
  'POST /installation/examination',
  'GET /installation/deliveries',
]

/** The calls for doctors only. */
const FOR_DOCTORS = [
  'DELETE /resources/:id',
  'GET /calendars',
  'POST /calendars',
  'PUT /calendars/:id',
  'DELETE /calendars/:id',
  'POST /calendars/:id/read',
  'GET /texts',
  'GET /texts/:kind',
  'PUT /texts/:kind',
  'DELETE /texts/:kind',
  'POST /texts/:kind/preview',
  'GET /bookings.csv',
  'POST /demo/end',
  'GET /people',
  'POST /people',
  'PUT /people/:id',
  'DELETE /people/:id',
  'POST /people/:id/reset',
  'DELETE /people/:id/sessions',
  'GET /audit',
  'GET /audit/actors',
  'GET /statistics',
  'GET /statistics.csv',
  'GET /privacy',
  'POST /privacy/person',
  'POST /privacy/person/export',
  'POST /privacy/person/erase',
  'GET /privacy/retention',
]

/** The roles that may call each route, except OPEN_ROUTES. A new route needs a line in one of the lists. */
const ALLOWED_ROLES = new Map<string, readonly Role[]>([
  ...FOR_ALL.map((route) => [route, ROLES] as const),
  ...FOR_PRACTICE.map((route) => [route, ['doctor', 'assistant']] as const),
  ...FOR_SETUP.map((route) => [route, ['doctor', 'technik']] as const),
  ...FOR_DOCTORS.map((route) => [route, ['doctor']] as const),
])

const FORBIDDEN = { error: 'forbidden', message: 'Das ist mit Ihrem Zugang nicht möglich.' }

/** Returns every route of the admin area that needs a session, such as `GET /bookings/:id`. */
function guardedRoutes({ http }: TestApp): Set<string> {
  const routes = http.routes.filter(
    ({ method, path }) =>
      path.startsWith('/api/admin/') && !path.includes('*') && !OPEN_ROUTES.has(`${method} ${path}`),
  )
  return new Set(routes.map(({ method, path }) => `${method} ${path.slice('/api/admin'.length)}`))
}

/**
 * Calls a route as this role, with 1 for each id and an empty body. @returns the answer if it refuses the
 * role; undefined otherwise, also if it refuses id or body
 */
async function refusalOf(app: TestApp, role: Role, route: string): Promise<unknown> {
  const [method = '', path = ''] = route.replace(/:\w+/g, '1').split(' ')
  const caller = app.admin(`${role}@ordination.example`, role)
  const { status, json } = await caller.send(method, `/api/admin${path}`, method === 'GET' ? undefined : {})
  return status === 403 ? json : undefined
}

describe('each role', () => {
  it('has an explicit rule for every route', () => {
    expect(guardedRoutes(openTestApp())).toEqual(new Set(ALLOWED_ROLES.keys()))
  })

  it.each(ROLES)('%s may make the calls on its lists, and no others', async (role) => {
    const app = openTestApp({ config: { rateLimits: false } })
    for (const [route, roles] of ALLOWED_ROLES)
      expect(await refusalOf(app, role, route), route).toEqual(roles.includes(role) ? undefined : FORBIDDEN)
  })
})

// The signed link in an e-mail decides without a session, so these calls are on none of the lists.
describe('a decision without a link', () => {
  const UNKNOWN_BOOKING = { id: 'x'.repeat(32), message: '' }

  it.each(['confirm', 'approve', 'reject'])('is forbidden to technik: %s', async (call) => {
    const technik = openTestApp().admin(ADMIN, 'technik')
    const { status, json } = await technik.post(`/api/admin/${call}`, UNKNOWN_BOOKING)
    expect([status, json]).toEqual([403, FORBIDDEN])
  })

  it('is possible for an assistant', async () => {
    const assistant = openTestApp().admin(ADMIN, 'assistant')
    const { json } = await assistant.post('/api/admin/confirm', UNKNOWN_BOOKING)
    expect(json.error).toBe('not found')
  })
})
