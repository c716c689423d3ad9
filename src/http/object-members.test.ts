import { describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

/** `__proto__`, `constructor`, `toString` and all others that every object has. */
const MEMBERS = Object.getOwnPropertyNames(Object.prototype)

const SERVICE = { name: 'Probe', description: '', duration_min: 20, resource_id: 'doctor-1', questions: [] }
const QUESTION = { label: 'Allergien?', kind: 'yesno', required: true }

/** These calls have no input that could be refused. */
const WITHOUT_INPUT = new Set([
  'POST /api/admin/logout',
  'POST /api/admin/holds/release',
  'POST /api/admin/odoo/pull',
  'POST /api/admin/installation/examination',
  'POST /api/admin/demo/end',
])

/**
 * Returns whether a call has to refuse the name, which it reads as an id in its path or body. Deleting
 * something that does not exist is allowed, and lists ignore unknown values in the query.
 */
function mustRefuse(route: string): boolean {
  if (route.startsWith('DELETE ') || WITHOUT_INPUT.has(route)) return false
  return !route.startsWith('GET ') || route.includes(':')
}

/** Returns the outcome of a call in a word; a failure with its status. */
function outcomeOf(status: number): string {
  if (status < 400) return 'answered'
  return status < 500 ? 'refused' : `failed with ${status}`
}

/** Calls the route with the name as every id, and as every other value in the query and the body. */
function callWith(app: TestApp, route: string, name: string) {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern.replace(/:\w+(\{[^}]*\})?/g, name)
  // Each call has its own session, because a logout or a change of one's own access ends it.
  const browser = app.admin()
  if (method === 'GET')
    return browser.send(method, `${path}?${name}=${name}&service=${name}&id=${name}&status=${name}`)
  // An object literal would not have `__proto__` as a key.
  const json = `{"${name}":{"${name}":"${name}"},"id":"${name}","service":"${name}","answers":{"${name}":"x"}}`
  return browser.send(method, path, json)
}

describe('the names of members that every object has', () => {
  it('are not accepted as ids of services, resources and questions', async () => {
    const app = openTestApp()
    const admin = app.admin()
    for (const id of MEMBERS) {
      for (const service of [
        { ...SERVICE, id },
        { ...SERVICE, id: 'probe', resource_id: id },
        { ...SERVICE, id: 'probe', questions: [{ ...QUESTION, id }] },
      ]) {
        const { status, json } = await admin.put('/api/admin/services', { service })
        expect([id, status, json.error]).toEqual([id, 400, 'invalid'])
      }
    }
    const service = { ...SERVICE, id: 'probe', questions: [{ ...QUESTION, id: 'allergien' }] }
    expect((await admin.put('/api/admin/services', { service })).status).toBe(200)
  })

  it('break no route in the path, the query or the body', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    const routes = new Set(
      app.http.routes
        .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
        .map(({ method, path }) => `${method} ${path}`),
    )
    expect(routes.size).toBeGreaterThan(80)

    for (const route of routes) {
      const expected = mustRefuse(route) ? 'refused' : expect.stringMatching(/^(refused|answered)$/)
      for (const name of MEMBERS) {
        const { status, text } = await callWith(app, route, name)
        expect([route, name, outcomeOf(status)]).toEqual([route, name, expected])
        expect(text).not.toContain('[native code]')
      }
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(MEMBERS)
  })
})
