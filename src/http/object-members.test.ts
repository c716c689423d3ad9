import { describe, expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'

/** `__proto__`, `constructor`, `toString` and all others that every object has. */
const MEMBERS = Object.getOwnPropertyNames(Object.prototype)

const SERVICE = { name: 'Probe', description: '', duration_min: 20, resource_id: 'doctor-1', questions: [] }
const QUESTION = { label: 'Allergien?', kind: 'yesno', required: true }

describe('names of members that every object has', () => {
  it('are no ids of services, resources and questions', async () => {
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
    const usual = { ...SERVICE, id: 'probe', questions: [{ ...QUESTION, id: 'allergien' }] }
    expect((await admin.put('/api/admin/services', { service: usual })).status).toBe(200)
  })

  it('break no route, as part of the path, the query or the body', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    const before = Object.getOwnPropertyNames(Object.prototype).length
    const routes = new Set(
      app.http.routes
        .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
        .map(({ method, path }) => `${method} ${path}`),
    )
    expect(routes.size).toBeGreaterThan(80)
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ')
      for (const name of MEMBERS) {
        // A logout or a change of the own access ends the session.
        const browser = app.admin()
        const called = path.replace(/:\w+(\{[^}]*\})?/g, name)
        const json = `{"${name}":{"${name}":"${name}"},"id":"${name}","service":"${name}","answers":{"${name}":"x"}}`
        const answer =
          method === 'GET'
            ? await browser.send(
                method,
                `${called}?${name}=${name}&service=${name}&id=${name}&status=${name}`,
              )
            : await browser.send(method, called, json)
        expect([route, name, answer.status < 500 || answer.status === 503]).toEqual([route, name, true])
        expect(answer.text).not.toContain('[native code]')
      }
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(before)
  })
})
