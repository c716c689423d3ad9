import { describe, expect, it } from 'vitest'
import { cancelByPatient, cancelByStaff } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import type { Ctx } from '../ctx.ts'
import { writeSettings } from '../practice/settings.ts'
import { insertBooking } from '../testing/bookings.ts'
import { book } from '../testing/factory.ts'
import { HELD_START } from '../testing/hold-app.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

/** Opens the app and the browser of a patient. `readOverview` returns the overview of a booking. */
function openOverviewApp() {
  const app = openTestApp()
  const browser = app.browser()
  const readOverview = async (id: string) => (await browser.get(`/api/bookings/${id}`)).json
  return { app, browser, readOverview }
}

describe('the overview of a booking', () => {
  /** Returns the context of a call by which the practice decides. */
  const staffCtx = (app: TestApp): Ctx => ({ ...app.ctx(), actor: { kind: 'staff-link' } })

  it('and its calendar file are kept out of search engines and caches', async () => {
    const { app, browser } = openOverviewApp()
    const { id } = (await book(app, browser, HELD_START)).json
    for (const path of [`/api/bookings/${id}`, `/api/bookings/${id}/termin.ics`]) {
      const { status, headers } = await browser.get(path)
      expect(status).toBe(200)
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it('answers exactly its fields', async () => {
    const { app, browser } = openOverviewApp()
    const { id } = (await book(app, browser, HELD_START)).json
    const answer = await browser.get(`/api/bookings/${id}`)
    const notes = expect.stringContaining('Befunde')
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        id,
        status: 'requested',
        slot: {
          start: HELD_START,
          start_local: HELD_START,
          end: expect.stringMatching(/T09:15/),
          notes,
          status: 'requested',
        },
        service_name: 'Erstordination',
        contact: { name: 'Rosa Musterfrau', firstName: 'Rosa', lastName: 'Musterfrau' },
        notes,
        practice: {
          name: 'Ordination Dr. Demo Muster',
          address: 'Beispielstraße 1, 6850 Dornbirn',
          email: 'termine@ordination.example',
          phone: '+43 5572 000000',
          mapsUrl: expect.stringMatching(/^https:/),
          mapsEmbedUrl: expect.stringMatching(/^https:/),
        },
      },
    ])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    {
      change: 'a rejection says the message of the practice',
      makeChange: (app: TestApp, id: string) =>
        decideBooking(staffCtx(app), id, { decision: 'reject', message: 'Wir sind auf Urlaub.' }),
      slot: { status: 'rejected', notes: 'Wir sind auf Urlaub.' },
    },
    {
      change: 'a cancellation by the practice says its message',
      makeChange: (app: TestApp, id: string) => cancelByStaff(staffCtx(app), id, 'Bitte rufen Sie uns an.'),
      slot: { status: 'cancelled', notes: 'Bitte rufen Sie uns an.' },
    },
    {
      change: 'a cancellation without a message keeps the notes of the service',
      makeChange: (app: TestApp, id: string) => cancelByStaff(staffCtx(app), id, ''),
      slot: { status: 'cancelled', notes: 'Nüchtern kommen.' },
    },
    {
      change: 'a cancellation by the patient keeps them too, because the patient knows the reason',
      makeChange: (app: TestApp, id: string) => cancelByPatient(app.ctx(), id, 'Ich bin verhindert.'),
      slot: { status: 'cancelled', notes: 'Nüchtern kommen.' },
    },
  ])('after $change', async ({ makeChange, slot }) => {
    const { app, readOverview } = openOverviewApp()
    const { id } = insertBooking(app.ctx().db, {
      startsAt: Date.parse(HELD_START),
      notes: 'Nüchtern kommen.',
    })
    makeChange(app, id)
    const overview = await readOverview(id)
    expect(overview.slot).toMatchObject(slot)
    expect(overview.notes).toBe('Nüchtern kommen.')
  })

  it('has the present hint of the service until the appointment is cancelled', async () => {
    const { app, readOverview } = openOverviewApp()
    const { id } = insertBooking(app.ctx().db, { serviceId: 'vorsorgegespraech' })
    app.changeRows(`update services set hint = 'Impfpass mitbringen.' where id = 'vorsorgegespraech'`)
    const readHint = async () => (await readOverview(id)).hint
    expect(await readHint()).toBe('Impfpass mitbringen.')
    cancelByPatient(app.ctx(), id, '')
    expect(await readHint()).toBeUndefined()
  })

  it.each(['', '/', '/%20'])('needs an id: /api/bookings%s', async (path) => {
    const answer = await openOverviewApp().browser.get(`/api/bookings${path}`)
    const refusal = { error: 'bookingId required', message: expect.any(String) }
    expect([answer.status, answer.json]).toEqual([400, refusal])
  })

  it('is not found under an unknown id', async () => {
    const answer = await openOverviewApp().browser.get(`/api/bookings/${'x'.repeat(32)}`)
    const message = 'Der Termin konnte nicht gefunden werden.'
    expect([answer.status, answer.json]).toEqual([404, { error: 'not found', message }])
  })
})

describe.each([
  { appointment: 'a rejected appointment', status: 'rejected', start: HELD_START },
  { appointment: 'a cancelled appointment', status: 'cancelled', start: HELD_START },
  { appointment: 'a request of yesterday', status: 'requested', start: '2027-01-06T08:30:00+01:00' },
] as const)('the overview of $appointment, which does not take place,', ({ status, start }) => {
  /** Opens the app with the appointment. `readNextFree` returns the next free time in its overview. */
  function openWithAppointment() {
    const { app, browser, readOverview } = openOverviewApp()
    const startsAt = Date.parse(start)
    const { id } = insertBooking(app.ctx().db, { status, startsAt, serviceId: 'erstordination' })
    return { app, browser, readNextFree: async () => (await readOverview(id)).next_free }
  }

  it('shows the next free time of the service, which can be booked', async () => {
    const { app, browser, readNextFree } = openWithAppointment()
    const nextFree = await readNextFree()
    const todayOrTomorrow = expect.stringMatching(/^2027-01-0[78]T/)
    expect(nextFree).toMatchObject({ service_id: 'erstordination', start: todayOrTomorrow })
    expect((await book(app, browser, nextFree.start)).status).toBe(201)
    expect(await readNextFree()).not.toEqual(nextFree)
  })

  it('shows no free time while booking is closed', async () => {
    const { app, readNextFree } = openWithAppointment()
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    expect(await readNextFree()).toBeUndefined()
  })
})
