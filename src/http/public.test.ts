import { describe, expect, it } from 'vitest'
import { markDemoEnded } from '../practice/demo-mark.ts'
import { writeSettings } from '../practice/settings.ts'
import { saveResource } from '../schedule/resources.ts'
import { openSecondDoctorApp } from '../testing/second-doctor-app.ts'
import { openTestApp } from '../testing/test-app.ts'

describe('GET /api/status', () => {
  /** Opens the app. `readStatus` returns what the start page reads. */
  function openStatusApp() {
    const app = openTestApp()
    return { app, readStatus: async () => (await app.browser().get('/api/status')).json }
  }

  it('answers exactly the facts of the start page', async () => {
    const answer = await openTestApp().browser().get('/api/status')
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      booking: { open: true, cancel_hours: 24 },
      maintenance: {
        until: '',
        message: '',
        contact_phone: '+43 5572 000000',
        contact_mail: 'termine@ordination.example',
      },
      bot_check: { kind: 'altcha' },
      practice: {
        name: 'Ordination Dr. Demo Muster',
        subtitle: 'Wahlarztordination für Allgemeinmedizin',
        address: 'Beispielstraße 1',
        zip: '6850',
        city: 'Dornbirn',
        country: 'Österreich',
        phone: '+43 5572 000000',
        mail: 'termine@ordination.example',
        url: 'https://ordination.example',
        terms: 'https://ordination.example/terminbedingungen',
        impressum: 'https://ordination.example/impressum',
      },
      waiting_list: true,
      demo: true,
    })
  })

  it('has no field about the demo in a real practice', async () => {
    const { app, readStatus } = openStatusApp()
    markDemoEnded(app.ctx())
    expect(await readStatus()).not.toHaveProperty('demo')
  })

  it('says whether patients can move confirmed appointments without asking', async () => {
    const { app, readStatus } = openStatusApp()
    writeSettings(app.ctx(), 'general', { moves_auto_confirm: true })
    expect((await readStatus()).moves_at_once).toBe(true)
  })

  it('names the countries that get SMS, while SMS can be sent', async () => {
    const { app, readStatus } = openStatusApp()
    const readCountries = async () => (await readStatus()).sms_countries
    expect(await readCountries()).toBeUndefined()
    app.setUpSms()
    expect(await readCountries()).toEqual(['AT', 'DE', 'CH', 'LI', 'IT'])
    writeSettings(app.ctx(), 'general', { sms_countries: 'AT' })
    expect(await readCountries()).toEqual(['AT'])
    writeSettings(app.ctx(), 'general', { notify_muteSms: true })
    expect(await readCountries()).toBeUndefined()
  })

  it.each([
    { until: '2027-01-12T18:00', answered: '2027-01-12T18:00:00+01:00' },
    { until: 'nach den Feiertagen', answered: 'nach den Feiertagen' },
  ])('says at once that booking was closed until $until', async ({ until, answered }) => {
    const { app, readStatus } = openStatusApp()
    writeSettings(app.ctx(), 'general', {
      booking_maintenance_active: true,
      maintenance_message: 'Wir stellen um.',
      maintenance_until: until,
    })
    expect(await readStatus()).toMatchObject({
      booking: { open: false, cancel_hours: 24 },
      maintenance: { message: 'Wir stellen um.', until: answered },
    })
  })
})

describe('GET /api/services', () => {
  it('answers the active services with all fields', async () => {
    const answer = await openTestApp().browser().get('/api/services')
    expect(answer.status).toBe(200)
    // The services of the demo practice.
    expect(answer.json).toHaveLength(5)
    expect(answer.json.find(({ id }: { id: string }) => id === 'akupunktur')).toEqual({
      id: 'akupunktur',
      name: 'Akupunktur',
      description: expect.stringContaining('Sitzung'),
      duration_min: 40,
      step: 20,
      paddingBefore: 5,
      paddingAfter: 5,
      resource_id: 'doctor-1',
      price: 75,
      active: true,
      display_duration_min: 40,
      first_visit: false,
      display_order: 2,
      hint: '',
      questions: [],
    })
  })

  it('leaves out inactive services, and answers null for empty fields', async () => {
    const app = openTestApp()
    app.changeRows(`update services set active = 0 where id <> 'facial'`)
    app.changeRows(
      `update services set display_order = null, display_duration_min = null, price_cents = 1250`,
    )
    expect((await app.browser().get('/api/services')).json).toMatchObject([
      { id: 'facial', price: 12.5, display_order: null, display_duration_min: null },
    ])
  })
})

describe('GET /api/services of a practice with several doctors', () => {
  it('names the active doctors who offer a service, with their ids', async () => {
    const practice = openSecondDoctorApp()
    practice.addService('gespraech', 'dr-b', 'doctor-1')
    saveResource(practice.ctx(), 'dr-c', { name: 'Dr. C', active: false })
    practice.addService('impfung', 'dr-b', 'dr-c')
    const { json } = await practice.browser().get('/api/services')
    const serviceOf = (id: string) => json.find((service: { id: string }) => service.id === id)
    expect(serviceOf('gespraech')).toMatchObject({
      resource_id: 'dr-b',
      resource_ids: ['dr-b', 'doctor-1'],
      resources: [{ id: 'dr-b', name: 'Dr. Beispiel' }, { id: 'doctor-1' }],
    })
    expect(serviceOf('impfung')).not.toHaveProperty('resource_ids')
  })
})
