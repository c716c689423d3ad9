import { describe, expect, it } from 'vitest'
import { hashToken } from '../../access/crypto.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { ROLES, type Role } from '../../shared/role.ts'
import { ADMIN, anAdmin, signIn } from '../../testing/admins.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

/**
 * The calls that need no session: the login, those of an invitation's page, and the decisions, which accept a
 * signed link.
 */
const OPEN = new Set([
  'POST /api/admin/login',
  'POST /api/admin/login/passkey',
  'POST /api/admin/login/passkey/options',
  'GET /api/admin/people/invitation',
  'POST /api/admin/people/accept',
  'POST /api/admin/confirm',
  'POST /api/admin/approve',
  'POST /api/admin/reject',
])
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const UNAUTHORIZED = { error: 'unauthorized', message: 'Bitte melden Sie sich an.' }

function openPractice() {
  const app = openTestApp({ config: { rateLimits: false } })
  anAdmin(app)
  return app
}

/** Every path of the admin area, from the router. */
function adminPaths({ http }: TestApp): string[] {
  const paths = http.routes
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/api/admin') && !path.includes('*'))
    .map((path) => path.replace(/:\w+(\{[^}]*\})?/g, '1'))
  return [...new Set(paths), '/api/admin', '/api/admin/', '/api/admin/nothing/at/all']
}

/** Calls each path with every method. @returns the calls that were not refused */
async function notRefused(app: TestApp, authorization: string | undefined) {
  const found: unknown[] = []
  for (const path of adminPaths(app)) {
    // HEAD is answered by the route of GET.
    const isOpen = (method: string) => OPEN.has(`${method.replace('HEAD', 'GET')} ${path}`)
    for (const method of METHODS.filter((each) => !isOpen(each))) {
      const browser = app.browser('203.0.113.7', authorization === undefined ? {} : { authorization })
      const answer = await browser.send(method, path, /GET|HEAD|OPTIONS/.test(method) ? undefined : {})
      const refused =
        answer.status === 401 && (method === 'HEAD' || answer.text === JSON.stringify(UNAUTHORIZED))
      if (!refused || answer.headers.has('session-expires-at')) found.push([method, path, answer.status])
    }
  }
  return found
}

describe('every route of the admin area', () => {
  it('is refused without a token, and changes nothing', async () => {
    const app = openPractice()
    const before = app.ctx().db.$client.serialize()
    expect(await notRefused(app, undefined)).toEqual([])
    expect(before.equals(app.ctx().db.$client.serialize())).toBe(true)
  })

  it('is refused with a forged token', async () => {
    const app = openPractice()
    const { token } = await signIn(app)
    const flipped = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
    for (const authorization of [
      `Bearer ${'x'.repeat(32)}`,
      `Bearer ${flipped}`,
      `Bearer ${hashToken(token)}`,
      `Bearer ${token}x`,
    ])
      expect(await notRefused(app, authorization)).toEqual([])
  })

  it('is refused with an expired token', async () => {
    const app = openPractice()
    const { token } = await signIn(app)
    app.pass(HOUR)
    expect(await notRefused(app, `Bearer ${token}`)).toEqual([])
  })

  it('is refused with the token of an ended session', async () => {
    const app = openPractice()
    const browser = await signIn(app)
    await browser.post('/api/admin/logout')
    expect(await notRefused(app, `Bearer ${browser.token}`)).toEqual([])
  })

  it('is allowed with a valid token', async () => {
    const app = openPractice()
    const { token } = await signIn(app)
    expect(await notRefused(app, `Bearer ${token}`)).toContainEqual(['POST', '/api/admin/logout', 204])
  })
})

/** Everybody who is signed in: the own access, and what names no patient. */
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
]

/** Doctors and assistants. */
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
  'GET /answers',
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
  'GET /outbox/emails',
  'GET /outbox/sms',
  'GET /outbox/odoo',
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

/** Doctors and technik. */
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

/** Doctors only. */
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

/** The roles that may call each route, beside OPEN. A new route needs a line in one of the lists. */
const ALLOWED: ReadonlyMap<string, readonly Role[]> = new Map<string, readonly Role[]>([
  ...FOR_ALL.map((route) => [route, ROLES] as const),
  ...FOR_PRACTICE.map((route) => [route, ['doctor', 'assistant']] as const),
  ...FOR_SETUP.map((route) => [route, ['doctor', 'technik']] as const),
  ...FOR_DOCTORS.map((route) => [route, ['doctor']] as const),
])

const FORBIDDEN = { error: 'forbidden', message: 'Das ist mit Ihrem Zugang nicht möglich.' }

/** Every route of the admin area that needs a session: `GET /bookings/:id`. */
function guardedRoutes({ http }: TestApp): Set<string> {
  const routes = http.routes.filter(
    ({ method, path }) =>
      path.startsWith('/api/admin/') && !path.includes('*') && !OPEN.has(`${method} ${path}`),
  )
  return new Set(routes.map(({ method, path }) => `${method} ${path.slice('/api/admin'.length)}`))
}

/** Calls a route as this role. @returns what refuses the role, undefined when nothing does */
async function refusalOf(app: TestApp, role: Role, route: string): Promise<unknown> {
  const [method = '', path = ''] = route.replace(/:\w+/g, '1').split(' ')
  const caller = app.admin(`${role}@ordination.example`, role)
  const { status, json } = await caller.send(method, `/api/admin${path}`, method === 'GET' ? undefined : {})
  return status === 403 ? json : undefined
}

describe('each role', () => {
  it('has a decision for each route', () => {
    expect(guardedRoutes(openTestApp())).toEqual(new Set(ALLOWED.keys()))
  })

  it.each(ROLES)('%s may call what the lists say, and is refused everything else', async (role) => {
    const app = openTestApp({ config: { rateLimits: false } })
    const found: unknown[] = []
    const decided: unknown[] = []
    for (const [route, roles] of ALLOWED) {
      found.push([route, await refusalOf(app, role, route)])
      decided.push([route, roles.includes(role) ? undefined : FORBIDDEN])
    }
    expect(found).toEqual(decided)
  })
})

describe('technik', () => {
  it('decides on no request', async () => {
    const technik = openTestApp().admin(ADMIN, 'technik')
    for (const call of ['confirm', 'approve', 'reject']) {
      const { status, json } = await technik.post(`/api/admin/${call}`, { id: 'x'.repeat(32), message: '' })
      expect([call, status, json]).toEqual([call, 403, FORBIDDEN])
    }
  })

  it('finds no other way to the bookings', async () => {
    const technik = openTestApp().admin(ADMIN, 'technik')
    for (const path of ['/bookings/', '/%62ookings', '/settings/../bookings', '//bookings', '/nothing'])
      expect([path, (await technik.get(`/api/admin${path}`)).status]).toEqual([path, 403])
  })
})

describe('an assistant', () => {
  it('decides on requests', async () => {
    const assistant = openTestApp().admin(ADMIN, 'assistant')
    const { json } = await assistant.post('/api/admin/confirm', { id: 'x'.repeat(32), message: '' })
    expect(json.error).toBe('not found')
  })

  it('finds no other way to the same call', async () => {
    const assistant = openTestApp().admin(ADMIN, 'assistant')
    for (const path of [
      '/settings/general/',
      '/SETTINGS/general',
      '/%73ettings/general',
      '/bookings/../settings/general',
      '/bookings%2f..%2fsettings/general',
      '//settings/general',
      '/bookings.csv?x=/bookings',
      '/nothing',
    ])
      expect([path, (await assistant.get(`/api/admin${path}`)).status]).toEqual([path, 403])
    const override = { 'x-http-method-override': 'GET', 'x-original-url': '/api/admin/audit' }
    expect((await assistant.get('/api/admin/settings/general', override)).status).toBe(403)
  })
})

describe('a call whose body arrives slowly', () => {
  it('is refused when the role or the access has ended meanwhile', async () => {
    const app = openTestApp()
    const doctor = app.admin('aerztin@ordination.example')
    const id = anAdmin(app)
    for (const [end, status] of [
      [() => doctor.put(`/api/admin/people/${id}`, { role: 'assistant' }), 401],
      [() => app.change(`update admins set role = 'assistant' where id = ?`, id), 403],
      [() => doctor.delete(`/api/admin/people/${id}`), 401],
    ] as const) {
      app.change(`update admins set role = 'doctor' where id = ?`, id)
      const { token } = await signIn(app)
      let sendRest = () => {}
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.from('{"role":'))
          sendRest = () => {
            controller.enqueue(Buffer.from('"doctor"}'))
            controller.close()
          }
        },
      })
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        // Without it the body is counted, and so read, before anything else.
        'content-length': '17',
      }
      const address = { incoming: { socket: { remoteAddress: '203.0.113.7' } } }
      const request = { method: 'PUT', headers, body, duplex: 'half' as const }
      const answer = app.http.request(`/api/admin/people/${id}`, request, address)
      await end()
      sendRest()
      expect((await answer).status).toBe(status)
    }
  })
})

describe('a call without a session', () => {
  it('is the login, or a decision, which needs a signature or a token', async () => {
    const app = openPractice()
    const routes = app.http.routes.map(({ method, path }) => `${method} ${path}`)
    for (const route of OPEN) expect(routes).toContain(route)
    for (const call of ['confirm', 'approve', 'reject']) {
      const answer = await app.browser().post(`/api/admin/${call}`, { id: 'x'.repeat(32), message: '' })
      expect([answer.status, answer.json]).toEqual([401, UNAUTHORIZED])
    }
  })
})

describe('a bearer token', () => {
  it('is refused in any other form, and ignored in an address or a cookie', async () => {
    const app = openPractice()
    const { token } = await signIn(app)
    for (const authorization of [
      `Basic ${token}`,
      token,
      `Bearer ${token} ${token}`,
      `Bearer Bearer ${token}`,
      `Bearer "${token}"`,
      'Bearer',
      'Bearer  ',
    ]) {
      const answer = await app.browser().get('/api/admin/session', { authorization })
      expect([authorization, answer.status, answer.json]).toEqual([authorization, 401, UNAUTHORIZED])
    }
    for (const [path, headers] of [
      [`/api/admin/session?token=${token}`, {}],
      [`/api/admin/session?access_token=${token}`, {}],
      ['/api/admin/session', { cookie: `token=${token}; session=${token}` }],
    ] as const)
      expect((await app.browser().get(path, headers)).status).toBe(401)
  })

  it('has its expiry in every answer', async () => {
    const app = openPractice()
    const browser = await signIn(app)
    app.pass(MINUTE)
    for (const path of ['/api/admin/session', '/api/admin/nothing', '/api/admin/audit?limit=0'])
      expect([path, (await browser.get(path)).headers.get('session-expires-at')]).toEqual([
        path,
        '2027-01-07T14:41:00+01:00',
      ])
    expect((await browser.get('/api/admin/nothing')).json.error).toBe('unknown_path')
  })
})
