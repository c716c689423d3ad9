import { describe, expect, it } from 'vitest'
import { saveResource } from '../schedule/resources.ts'
import { getService, saveService } from '../schedule/services.ts'
import { insertBooking } from '../testing/bookings.ts'
import { book } from '../testing/factory.ts'
import { NOW, openTestApp } from '../testing/test-app.ts'

describe('the answers about slots, services and a booking', () => {
  it('do not mention resources when the practice has only one', async () => {
    const app = openTestApp()
    const browser = app.browser()
    const { json } = await book(app, browser, '2027-01-12T08:30:00+01:00')
    const answers = [
      await browser.get(`/api/bookings/${json.id}`),
      await browser.get('/api/services'),
      await browser.get('/api/slots?date=2027-01-12&service=erstordination'),
    ]
    for (const { status, text } of answers) {
      expect(status).toBe(200)
      expect(text).not.toMatch(/"resource(s|_name|_ids)?"/)
    }
  })

  it('name resources only for a service that several of them offer', async () => {
    const app = openTestApp()
    const browser = app.browser()
    saveResource(app.ctx(), 'b', { name: 'Dr. B' })
    const [slot] = (await browser.get('/api/slots?date=2027-01-12&service=erstordination')).json
    expect(Object.keys(slot)).toEqual(['slot_start', 'slot_end', 'resource_id'])
    saveService(app.ctx(), { ...getService(app.ctx(), 'erstordination'), otherResourceIds: ['b'] })
    const [named] = (await browser.get('/api/slots?date=2027-01-12&service=erstordination&resource=b')).json
    expect([named.resource_id, named.resource_name]).toEqual(['b', 'Dr. B'])
    const [service] = (await browser.get('/api/services')).json
    expect(service.resources).toEqual([
      { id: 'doctor-1', name: 'Ordination Dr. Demo Muster', title: '' },
      { id: 'b', name: 'Dr. B', title: '' },
    ])
    const summary = '/api/slots?summary=1&from=2027-01-12&to=2027-01-12&service=erstordination'
    expect((await browser.get(`${summary}&resource=c`)).status).toBe(400)
  })
})

describe('an inactive resource beside a single active one', () => {
  /** Opens the app with an appointment on 12 January at the inactive `b`. */
  function openAppWithLeavingDoctor() {
    const app = openTestApp()
    saveResource(app.ctx(), 'doctor-1', { name: 'Dr. A' })
    saveResource(app.ctx(), 'b', { name: 'Dr. B' })
    const startsAt = Date.parse('2027-01-12T08:30:00+01:00')
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed', startsAt, resourceId: 'b' })
    saveResource(app.ctx(), 'b', { active: false })
    return { app, id }
  }

  it('is named with its coming appointments, as is the active one', async () => {
    const { app, id } = openAppWithLeavingDoctor()
    const admin = app.admin()
    expect((await app.browser().get(`/api/bookings/${id}`)).json.resource.name).toBe('Dr. B')
    expect((await admin.get(`/api/admin/bookings/${id}`)).json.resource.name).toBe('Dr. B')
    const shown = (await admin.get('/api/admin/status')).json.resources
    expect(shown.map(({ name }: { name: string }) => name)).toEqual(['Dr. A', 'Dr. B'])
    const day = (await admin.get('/api/admin/calendar?from=2027-01-12&to=2027-01-12')).json
    expect(day.resources.map(({ name }: { name: string }) => name)).toEqual(['Dr. A', 'Dr. B'])
    const emptyDay = (await admin.get('/api/admin/calendar?from=2027-01-13&to=2027-01-13')).json
    expect(emptyDay).not.toHaveProperty('resources')
  })

  it('passes its patients to the active one, and the overview says so', async () => {
    const { app, id } = openAppWithLeavingDoctor()
    const readOverview = async () => (await app.browser().get(`/api/bookings/${id}`)).json
    expect((await readOverview()).moves_to).toEqual({ id: 'doctor-1', name: 'Dr. A', title: '' })
    saveResource(app.ctx(), 'b', { active: true })
    expect(await readOverview()).not.toHaveProperty('moves_to')
  })

  it('is not seen any more once its last appointment is a day ago', async () => {
    const { app } = openAppWithLeavingDoctor()
    app.pass(Date.parse('2027-01-13T08:31:00+01:00') - NOW)
    const [slot] = (await app.browser().get('/api/slots?date=2027-01-14&service=erstordination')).json
    expect(Object.keys(slot)).toEqual(['slot_start', 'slot_end'])
    expect((await app.admin().get('/api/admin/status')).json).not.toHaveProperty('resources')
  })
})
