import { describe, expect, it } from 'vitest'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { writeSettings } from './settings.ts'
import { assertBookingOpen, bookingStatus } from './status.ts'
import { turnstileKeys } from './turnstile-keys.ts'

/** Returns the code and the facts of the refusal; undefined when the call succeeds. */
function codeAndFactsOf(call: () => unknown) {
  const problem = refusalOf(call)
  return problem && [problem.code, problem.facts]
}

describe('booking', () => {
  it('is open while a service is active', () => {
    const { ctx } = openTestApp()
    expect(bookingStatus(ctx()).booking).toMatchObject({ open: true })
    expect(codeAndFactsOf(() => assertBookingOpen(ctx()))).toBeUndefined()
  })

  it('is closed during maintenance, with the time and the contact', () => {
    const { ctx } = openTestApp()
    writeSettings(ctx(), 'general', {
      booking_maintenance_active: true,
      maintenance_until: '2027-01-08T08:00:00+01:00',
      maintenance_message: 'Wir stellen um.',
    })
    expect(bookingStatus(ctx())).toMatchObject({
      booking: { open: false, cancel_hours: 24 },
      maintenance: {
        until: '2027-01-08T08:00:00+01:00',
        message: 'Wir stellen um.',
        contact_phone: '+43 5572 000000',
        contact_mail: 'termine@ordination.example',
      },
    })
    expect(codeAndFactsOf(() => assertBookingOpen(ctx()))).toEqual(['closed', { phone: '+43 5572 000000' }])
  })

  it('is closed without services', () => {
    expect(bookingStatus(openTestApp({ empty: true }).ctx()).booking.open).toBe(false)
  })

  it('is closed while no service is active', () => {
    const { ctx, changeRows } = openTestApp()
    changeRows('update services set active = 0')
    expect(bookingStatus(ctx()).booking.open).toBe(false)
    expect(codeAndFactsOf(() => assertBookingOpen(ctx()))?.[0]).toBe('closed')
    changeRows(`update services set active = 1 where id = 'facial'`)
    expect(bookingStatus(ctx()).booking.open).toBe(true)
  })
})

describe('the bot check in the status', () => {
  it.each([
    { keys: 'neither key', siteKey: undefined, secret: '' },
    { keys: 'only the site key', siteKey: 'site', secret: '' },
    { keys: 'only the secret', siteKey: undefined, secret: 'secret' },
  ])('is the built-in one with $keys of Turnstile', ({ siteKey, secret }) => {
    const { ctx } = openTestApp({ config: { turnstileSiteKey: siteKey } })
    writeSettings(ctx(), 'general', { TURNSTILE_SECRET: secret })
    expect(bookingStatus(ctx()).bot_check).toEqual({ kind: 'altcha' })
    expect(turnstileKeys(ctx())).toBeUndefined()
    expect(JSON.stringify(bookingStatus(ctx()))).not.toContain('"secret"')
  })

  it('is Turnstile once both keys are set, and its secret is not in the status', () => {
    const { ctx } = openTestApp({ config: { turnstileSiteKey: 'site' } })
    writeSettings(ctx(), 'general', { TURNSTILE_SECRET: 'secret' })
    expect(bookingStatus(ctx()).bot_check).toEqual({ kind: 'turnstile', site_key: 'site' })
    expect(turnstileKeys(ctx())).toBeDefined()
    expect(JSON.stringify(bookingStatus(ctx()))).not.toContain('"secret"')
  })

  it('names the hosts of all URLs for Turnstile', () => {
    const { ctx } = openTestApp({ config: { turnstileSiteKey: 'site', baseUrl: 'https://base.example' } })
    writeSettings(ctx(), 'general', { TURNSTILE_SECRET: 'secret' })
    expect(turnstileKeys(ctx())?.hostnames).toEqual(['base.example'])
    writeSettings(ctx(), 'urls', { PUBLIC_BASE_URL: 'https://termine.example:8443/x' })
    expect(turnstileKeys(ctx())).toEqual({
      siteKey: 'site',
      secret: 'secret',
      hostnames: ['termine.example', 'base.example'],
    })
  })
})
