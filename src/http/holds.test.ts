import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { saveResource } from '../schedule/resources.ts'
import { getService, saveService } from '../schedule/services.ts'
import { MINUTE } from '../shared/day.ts'
import { aContact, aHold, verifyEmailAddress } from '../testing/factory.ts'
import { HELD_START, isStartFree, OTHER_CONTACT, openHoldApp, openVerifiedApp } from '../testing/hold-app.ts'
import { NOW, openTestApp } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'

describe('a hold that is placed', () => {
  it('reserves the time for ten minutes', async () => {
    const { browser } = await openVerifiedApp()
    const { status, json } = await browser.post('/api/hold', aHold())
    expect([status, json]).toEqual([
      201,
      { hold_id: expect.stringMatching(/^[\w-]{22,}$/), expires_at: isoAt(NOW + 10 * MINUTE) },
    ])
    expect(await isStartFree(browser)).toBe(false)
  })

  it('ignores the facts of the service that the client sends', async () => {
    const { browser } = await openVerifiedApp()
    const ignored = { service_name: 'x', service_duration_min: 5, description: '', resource_id: 'doctor-9' }
    // Unlike these facts, the stop must be right: the service takes 45 minutes from 08:30.
    const stop = '2027-01-12T09:15:00+01:00'
    const hold = await browser.post('/api/hold', aHold({ ...ignored, stop }))
    expect(hold.status).toBe(201)
    expect(await isStartFree(browser)).toBe(false)
  })

  it.each([
    {
      rule: '`resource_id` is a wish if it is not the first of the service',
      sent: { resource_id: 'doctor-2' },
      heldResource: 'doctor-2',
    },
    {
      rule: '`resource` counts if both are sent',
      sent: { resource: 'doctor-1', resource_id: 'doctor-2' },
      heldResource: 'doctor-1',
    },
    {
      rule: '`resource_id` is no wish if it is the first of the service',
      sent: { resource_id: 'doctor-1' },
      heldResource: 'doctor-2',
    },
  ])('is at the resource that the client wishes: $rule', async ({ sent, heldResource }) => {
    const { app, browser } = await openVerifiedApp()
    saveResource(app.ctx(), 'doctor-1', { name: 'Dr. A', displayOrder: 2 })
    saveResource(app.ctx(), 'doctor-2', { name: 'Dr. B', displayOrder: 1 })
    const service = getService(app.ctx(), aHold().service_id)
    saveService(app.ctx(), { ...service, otherResourceIds: ['doctor-2'] })
    const { status, json } = await browser.post('/api/hold', aHold(sent))
    expect([status, json.resource.id]).toEqual([201, heldResource])
  })

  it('may have null for a fact that the client does not know', async () => {
    const { browser } = await openVerifiedApp()
    const facts = { service_name: null, resource_id: null, stop: null, turnstile_token: null }
    expect((await browser.post('/api/hold', aHold(facts))).status).toBe(201)
  })

  it('is that of exactly one of fifty simultaneous calls', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    const patients = Array.from({ length: 50 }, (_, i) => ({
      browser: app.browser(`203.0.113.${i}`),
      email: `patient${i}@musterfrau.example`,
    }))
    for (const { browser, email } of patients) await browser.post('/api/email/send', { email })
    // Verifies all addresses at once, which fifty codes would do more slowly.
    app.changeRows('update email_verifications set verified_at = ?', Date.now())

    const answers = await Promise.all(
      patients.map(({ browser, email }) =>
        browser.post('/api/hold', aHold({ contact: aContact({ email }) })),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ json }) => json.error === 'slot_taken')).toHaveLength(49)
  })
})

describe('placing a hold', () => {
  it('is refused unless this browser has verified the e-mail address', async () => {
    const { app, browser } = await openVerifiedApp()
    const inOtherBrowser = await app.browser().post('/api/hold', aHold())
    const forOtherAddress = await browser.post('/api/hold', aHold({ contact: OTHER_CONTACT }))
    const message = 'Bitte E-Mail verifizieren, bevor Sie fortfahren.'
    const refusal = { error: 'email_unverified', message, fields: { email: message } }
    for (const { status, json } of [inOtherBrowser, forOtherAddress])
      expect([status, json]).toEqual([403, refusal])
    expect(app.rows('select * from holds')).toEqual([])
  })

  it('is refused with a sentence for each invalid field', async () => {
    const { browser } = await openVerifiedApp()
    const contact = aContact({ zip: '68', lastName: '', svn4: '1234' })
    const answer = await browser.post('/api/hold', aHold({ contact }))
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
    expect(answer.json.fields).toEqual({
      zip: 'Ungültige PLZ. AT/CH/LI: 4-stellig, DE: 5-stellig.',
      lastName: 'Nachname ist erforderlich.',
      svn4: 'Ungültige SVNR. Bitte 4-stelligen Schlüssel + gültiges Geburtsdatum.',
    })
  })

  it('is refused for a service that is not offered', async () => {
    const { browser } = await openVerifiedApp()
    const answer = await browser.post('/api/hold', aHold({ service_id: 'massage' }))
    expect([answer.status, answer.json.error]).toEqual([404, 'service_not_found'])
  })

  it.each([
    { fault: 'an unknown key', changes: { price: 0 } },
    { fault: 'a stop that does not fit the service', changes: { stop: '2027-01-12T09:00:00+01:00' } },
    { fault: 'no start', changes: { start: undefined } },
    { fault: 'a start without an offset', changes: { start: '2027-01-12T08:30:00' } },
    { fault: 'no contact', changes: { contact: undefined } },
    { fault: 'a contact that is a list', changes: { contact: [] } },
  ])('is refused with $fault', async ({ changes }) => {
    const { browser } = await openVerifiedApp()
    const answer = await browser.post('/api/hold', aHold(changes))
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
  })

  it('is refused for a time that another patient holds, or that is not offered', async () => {
    const { app } = await openHoldApp()
    const otherBrowser = app.browser('203.0.113.8')
    await verifyEmailAddress(app, otherBrowser, OTHER_CONTACT.email)

    const duringTheHold = '2027-01-12T09:00:00+01:00'
    const besideTheGrid = '2027-01-12T09:37:00+01:00'
    for (const start of [HELD_START, duringTheHold, besideTheGrid]) {
      const answer = await otherBrowser.post('/api/hold', aHold({ start, contact: OTHER_CONTACT }))
      const message = 'Dieser Termin ist leider nicht mehr frei. Bitte wählen Sie einen anderen.'
      expect([answer.status, answer.json]).toEqual([409, { error: 'slot_taken', message }])
    }
  })

  it('is refused while booking is closed, with the phone number', async () => {
    const { app, browser } = await openVerifiedApp()
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    const answer = await browser.post('/api/hold', aHold())
    expect([answer.status, answer.json.error, answer.json.phone]).toEqual([503, 'closed', '+43 5572 000000'])
  })
})

describe('a hold', () => {
  it('ends when it expires, before it is deleted', async () => {
    const { app, browser, id } = await openHoldApp()
    app.pass(10 * MINUTE)
    expect(await isStartFree(browser)).toBe(true)
    expect(app.rows('select id from holds')).toEqual([{ id }])

    const answer = await browser.post(`/api/hold/${id}/extend`)
    const message = 'Ihre Reservierung ist abgelaufen. Bitte wählen Sie einen neuen Termin.'
    expect([answer.status, answer.json]).toEqual([410, { error: 'hold_expired', message }])
  })

  it('can be extended', async () => {
    const { app, browser, id } = await openHoldApp()
    app.pass(9 * MINUTE)
    const { status, json } = await browser.post(`/api/hold/${id}/extend`)
    expect([status, json]).toEqual([200, { hold_id: id, expires_at: isoAt(Date.now() + 10 * MINUTE) }])
  })

  it('can be released, even twice', async () => {
    const { browser, id } = await openHoldApp()
    const release = async () => (await browser.delete(`/api/hold/${id}`)).status
    expect([await release(), await release()]).toEqual([204, 204])
    expect(await isStartFree(browser)).toBe(true)
  })
})
