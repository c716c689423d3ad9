import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { saveWeek, type WorkingWeek } from '../schedule/hours.ts'
import { saveResource } from '../schedule/resources.ts'
import { getService, saveService } from '../schedule/services.ts'
import { HOUR } from '../shared/day.ts'
import {
  MATCHING_WISHES,
  OFFER_END,
  OFFERED_START,
  openOfferedApp,
  statusAndCode,
} from '../testing/offered-app.ts'

describe('the waiting list with a booking', () => {
  /**
   * Opens the app with the calls of a patient. `addSecondDoctor` adds "doctor-2", who offers the service of
   * the entries too.
   */
  function openWaitingApp() {
    const app = openOfferedApp()
    const joinWithBooking = (booking_id: string, changes: object = {}) =>
      app.browser().post('/api/waiting-list', { booking_id, ...MATCHING_WISHES, ...changes })
    const readEntry = (id: string) => app.browser().get(`/api/waiting-list/${id}`)
    const addSecondDoctor = () => {
      saveResource(app.ctx(), 'doctor-2', { name: 'Dr. B' })
      const service = getService(app.ctx(), 'folgebehandlung')
      saveService(app.ctx(), { ...service, otherResourceIds: ['doctor-2'] })
    }
    return { app, joinWithBooking, readEntry, addSecondDoctor }
  }

  it('is joined with a booking, and read by the ids of entry and booking', async () => {
    const { app, joinWithBooking, readEntry } = openWaitingApp()
    const booking = app.insertOwn()
    const joined = await joinWithBooking(booking.id)
    expect([joined.status, joined.json]).toEqual([201, { id: expect.stringMatching(/^[\w-]{32}$/) }])
    const entry = {
      id: joined.json.id,
      service: { id: 'folgebehandlung', name: 'Folgebehandlung' },
      booking_id: booking.id,
      ...MATCHING_WISHES,
      not_before: null,
      offer: null,
    }
    expect((await readEntry(joined.json.id)).json).toEqual(entry)
    expect((await app.browser().get(`/api/waiting-list?booking_id=${booking.id}`)).json).toEqual(entry)
  })

  it('shows the time that is offered', async () => {
    const { app, joinWithBooking, readEntry } = openWaitingApp()
    const { id } = (await joinWithBooking(app.insertOwn().id)).json
    app.freeTimeAndOffer()
    expect((await readEntry(id)).json.offer).toEqual({
      id: app.openOfferId(),
      start: OFFERED_START,
      start_local: OFFERED_START,
      until: OFFER_END,
    })
  })

  it('can be left, even twice', async () => {
    const { app, joinWithBooking, readEntry } = openWaitingApp()
    const booking = app.insertOwn()
    const { id } = (await joinWithBooking(booking.id)).json
    const leave = async () => (await app.browser().delete(`/api/waiting-list/${id}`)).status
    expect([await leave(), await leave()]).toEqual([204, 204])
    expect(statusAndCode(await readEntry(id))).toEqual([404, 'not found'])
    const byBooking = await app.browser().get(`/api/waiting-list?booking_id=${booking.id}`)
    expect([byBooking.status, byBooking.json]).toEqual([200, null])
  })

  it('keeps the wish for a doctor until it is withdrawn', async () => {
    const { app, joinWithBooking, readEntry, addSecondDoctor } = openWaitingApp()
    addSecondDoctor()
    const { id: bookingId } = app.insertOwn()
    const { id } = (await joinWithBooking(bookingId, { resource: 'doctor-2' })).json
    expect((await readEntry(id)).json).toMatchObject({ resource: 'doctor-2', resource_name: 'Dr. B' })
    await joinWithBooking(bookingId, { resource: null })
    expect((await readEntry(id)).json).not.toHaveProperty('resource_name')
  })

  it('says while the wished doctor, or the service, takes no appointments', async () => {
    const { app, joinWithBooking, readEntry, addSecondDoctor } = openWaitingApp()
    addSecondDoctor()
    const { id } = (await joinWithBooking(app.insertOwn().id, { resource: 'doctor-2' })).json
    const hasNoTimes = async () => (await readEntry(id)).json.no_times
    expect(await hasNoTimes()).toBeUndefined()
    saveResource(app.ctx(), 'doctor-2', { active: false })
    expect((await readEntry(id)).json).toMatchObject({ resource_name: 'Dr. B', no_times: true })
    expect((await app.admin().get('/api/admin/waiting-list')).json.entries).toMatchObject([
      { no_times: true },
    ])
    saveResource(app.ctx(), 'doctor-2', { active: true })
    expect(await hasNoTimes()).toBeUndefined()
    saveService(app.ctx(), { ...getService(app.ctx(), 'folgebehandlung'), active: false })
    expect(await hasNoTimes()).toBe(true)
  })

  it.each(['', 'doctor-3'])('is refused with a wish for an unknown doctor: "%s"', async (resource) => {
    const { app, joinWithBooking } = openWaitingApp()
    const { status, json } = await joinWithBooking(app.insertOwn().id, { resource })
    expect([status, json.error, Object.keys(json.fields)]).toEqual([400, 'invalid', ['resource']])
  })

  it('names the doctor of an offer', async () => {
    const { app, joinWithBooking, addSecondDoctor } = openWaitingApp()
    addSecondDoctor()
    await joinWithBooking(app.insertOwn().id)
    app.freeTimeAndOffer()
    const offer = await app.browser().get(`/api/patient/offer?id=${app.openOfferId()}`)
    expect(offer.json).toMatchObject({ resource: { id: 'doctor-1' }, service: { id: 'folgebehandlung' } })
  })

  it('takes twenty entries an hour from one IP address', async () => {
    const { app, joinWithBooking } = openWaitingApp()
    const { id } = app.insertOwn()
    const entriesAnHour = 20
    for (let entries = 1; entries <= entriesAnHour; entries++)
      expect((await joinWithBooking(id)).status).toBe(201)
    expect(statusAndCode(await joinWithBooking(id))).toEqual([429, 'too_many'])
    app.pass(HOUR)
    expect((await joinWithBooking(id)).status).toBe(201)
  })

  it('refuses faulty wishes', async () => {
    const { app, joinWithBooking } = openWaitingApp()
    const { status, json } = await joinWithBooking(app.insertOwn().id, { not_after: '2026-12-31' })
    expect([status, json.fields]).toEqual([400, { not_after: 'Dieser Tag ist schon vorbei.' }])
  })

  it('is refused while it is switched off, as the status says', async () => {
    const { app, joinWithBooking } = openWaitingApp()
    writeSettings(app.ctx(), 'general', { waiting_list: false })
    expect(statusAndCode(await joinWithBooking(app.insertOwn().id))).toEqual([503, 'closed'])
    expect((await app.browser().get('/api/status')).json).not.toHaveProperty('waiting_list')
  })
})

describe('the terms of the waiting list', () => {
  it('name the open weekdays and how long an offer lasts', async () => {
    const app = openOfferedApp()
    const readTerms = async () => (await app.browser().get('/api/waiting-list/terms')).json
    expect(await readTerms()).toEqual({ weekdays: [1, 2, 3, 4, 5], offer_minutes: 60 })
    const morning = [[8 * 60, 12 * 60]] as const
    const sundayAndMonday: WorkingWeek = [morning, morning, [], [], [], [], []]
    saveWeek(app.ctx(), sundayAndMonday)
    writeSettings(app.ctx(), 'general', { offer_minutes: 90 })
    expect(await readTerms()).toEqual({ weekdays: [1, 7], offer_minutes: 90 })
  })

  it('name each weekday on which an active doctor works', async () => {
    const app = openOfferedApp()
    const readWeekdays = async () => (await app.browser().get('/api/waiting-list/terms')).json.weekdays
    const saturday: WorkingWeek = [[], [], [], [], [], [], [[8 * 60, 12 * 60]]]
    saveResource(app.ctx(), 'doctor-2', { name: 'Dr. B', week: saturday })
    expect(await readWeekdays()).toEqual([1, 2, 3, 4, 5, 6])
    saveResource(app.ctx(), 'doctor-2', { active: false })
    expect(await readWeekdays()).toEqual([1, 2, 3, 4, 5])
  })
})
