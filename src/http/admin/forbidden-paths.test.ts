import { describe, expect, it } from 'vitest'
import { ADMIN } from '../../testing/admins.ts'
import { openTestApp } from '../../testing/test-app.ts'

describe('a forbidden call', () => {
  it.each(['/bookings/', '/%62ookings', '/settings/../bookings', '//bookings', '/nothing'])(
    'cannot be reached by technik with another spelling of /bookings: %s',
    async (path) => {
      const technik = openTestApp().admin(ADMIN, 'technik')
      expect((await technik.get(`/api/admin${path}`)).status).toBe(403)
    },
  )

  it.each([
    '/settings/general/',
    '/SETTINGS/general',
    '/%73ettings/general',
    '/bookings/../settings/general',
    '/bookings%2f..%2fsettings/general',
    '//settings/general',
    '/bookings.csv?x=/bookings',
    '/nothing',
  ])('cannot be reached by an assistant with another spelling of its path: %s', async (path) => {
    const assistant = openTestApp().admin(ADMIN, 'assistant')
    expect((await assistant.get(`/api/admin${path}`)).status).toBe(403)
  })

  it('cannot be reached through headers that some servers obey', async () => {
    const assistant = openTestApp().admin(ADMIN, 'assistant')
    const override = { 'x-http-method-override': 'GET', 'x-original-url': '/api/admin/audit' }
    expect((await assistant.get('/api/admin/settings/general', override)).status).toBe(403)
  })
})
