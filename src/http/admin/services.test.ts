import { describe, expect, it } from 'vitest'
import { saveAbsence } from '../../schedule/absences.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp } from '../../testing/test-app.ts'

const NEW_SERVICE = {
  id: 'laserakupunktur',
  name: 'Laserakupunktur',
  description: 'Ohne Nadeln.\nAuch für Kinder.',
  duration_min: 25,
  step: 5,
  paddingBefore: 5,
  paddingAfter: 10,
  resource_id: 'doctor-1',
  price: 79.9,
  active: false,
  display_duration_min: 30,
  first_visit: true,
  display_order: 0,
  hint: 'Bitte nüchtern kommen.\nBefunde mitbringen.',
  questions: [
    { id: 'allergien', label: 'Haben Sie Allergien?', kind: 'yesno', required: true },
    {
      id: 'woher',
      label: 'Woher kennen Sie uns?',
      kind: 'choice',
      options: ['Ärztin', 'Freunde'],
      required: false,
    },
  ],
}

function openAdmin() {
  const app = openTestApp()
  const admin = app.admin()
  const listServices = async () => (await admin.get('/api/admin/services')).json
  return {
    ...app,
    put: (service: unknown, headers?: Record<string, string>) =>
      admin.put('/api/admin/services', { service }, headers),
    remove: (id: string, headers?: Record<string, string>) =>
      admin.send('DELETE', `/api/admin/services/${encodeURIComponent(id)}`, undefined, headers),
    listServices,
    find: async (id: string) => (await listServices()).find((service: { id: string }) => service.id === id),
    stored: () => ['services', 'audit'].map((table) => app.rows(`select * from ${table}`)),
  }
}

describe('the services', () => {
  it('are listed with inactive ones, each with a version', async () => {
    const { listServices, put } = openAdmin()
    await put(NEW_SERVICE)
    const services = await listServices()
    expect(services.map(({ id }: { id: string }) => id)).toEqual([
      'laserakupunktur',
      'erstordination',
      'folgebehandlung',
      'akupunktur',
      'vorsorgegespraech',
      'facial',
    ])
    expect(services[0]).toEqual({
      ...NEW_SERVICE,
      resource_ids: ['doctor-1'],
      version: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(new Set(services.map(({ version }: { version: string }) => version)).size).toBe(6)
  })

  it('stay unchanged when they are saved as listed', async () => {
    const { listServices, put, stored } = openAdmin()
    await put(NEW_SERVICE)
    const services = await listServices()
    const before = stored()
    for (const service of services) {
      const { status, json } = await put(service, { 'if-match': service.version })
      expect([status, json]).toEqual([200, { message: `Service "${service.name}" gespeichert.`, service }])
    }
    expect([await listServices(), stored()]).toEqual([services, before])
  })
})

describe('saving a service', () => {
  it('stores its price in cents, and records who saved it', async () => {
    const { put, rows } = openAdmin()
    await put(NEW_SERVICE)
    expect(rows('select price_cents from services where id = ?', NEW_SERVICE.id)).toEqual([
      { price_cents: 7990 },
    ])
    expect(rows('select action, subject, actor_name from audit')).toEqual([
      { action: 'service-saved', subject: NEW_SERVICE.id, actor_name: 'assistenz@ordination.example' },
    ])
  })

  it('keeps its hint and questions if a caller does not send them', async () => {
    const { put, find } = openAdmin()
    await put(NEW_SERVICE)
    const { hint, questions, ...known } = NEW_SERVICE
    expect((await put({ ...known, price: 85 })).json.service).toMatchObject({ price: 85, hint, questions })
    await put({ ...known, hint: '', questions: [] })
    expect(await find(NEW_SERVICE.id)).toMatchObject({ hint: '', questions: [] })
    expect((await put({ ...known, id: 'neu' })).json.service).toMatchObject({ hint: '', questions: [] })
  })

  it('shows it to patients at once', async () => {
    const { put, find, browser } = openAdmin()
    await put({ ...(await find('facial')), price: 170, active: true })
    const offered = async () =>
      (await browser().get('/api/services')).json.find(({ id }: { id: string }) => id === 'facial')
    expect(await offered()).toMatchObject({ price: 170 })
    expect(await offered()).not.toHaveProperty('version')
    await put({ ...(await find('facial')), active: false })
    expect(await offered()).toBeUndefined()
  })

  it('is refused with a sentence for each field, and changes nothing', async () => {
    const { put, stored } = openAdmin()
    const before = stored()
    const fields = { id: 'Bitte eine ID angeben.', name: 'Bitte einen Namen angeben.' }
    const answer = await put({ ...NEW_SERVICE, id: '', name: ' ' })
    expect([answer.status, answer.json]).toEqual([
      400,
      { error: 'invalid', message: 'Bitte eine ID angeben. Bitte einen Namen angeben.', fields },
    ])
    expect((await put({ ...NEW_SERVICE, preis: 5 })).json.fields).toEqual({ preis: 'Unbekannte Angabe.' })
    for (const service of [undefined, null, [], 'x', 7]) expect((await put(service)).status).toBe(400)
    expect(stored()).toEqual(before)
  })

  it('with a new resource offers no time on days that are already closed', async () => {
    const { ctx, put, browser } = openAdmin()
    const input = { title: 'Urlaub', reason: '', from: '2027-01-12', to: '2027-01-12', resource_id: null }
    saveAbsence(ctx(), { kind: 'closure', ...input })
    await put({ ...NEW_SERVICE, resource_id: 'doctor-2', active: true })
    const readFreeTimes = async (date: string) =>
      (await browser().get(`/api/slots?date=${date}&service=${NEW_SERVICE.id}`)).json
    expect(await readFreeTimes('2027-01-12')).toEqual([])
    expect(await readFreeTimes('2027-01-13')).not.toEqual([])
  })

  it('is refused with an outdated version', async () => {
    const { put, find, stored } = openAdmin()
    const { version, ...facial } = await find('facial')
    expect((await put({ ...facial, price: 170 }, { 'if-match': version })).status).toBe(200)
    const before = stored()
    const late = await put({ ...facial, price: 190 }, { 'if-match': `"${version}"` })
    expect([late.status, late.json]).toEqual([
      409,
      {
        error: 'conflict',
        message: 'Diese Angaben wurden inzwischen von jemand anderem geändert.',
        current: { ...facial, price: 170, version: expect.not.stringMatching(version) },
      },
    ])
    expect(stored()).toEqual(before)
    expect((await put({ ...facial, price: 190 }, { 'if-match': late.json.current.version })).status).toBe(200)
  })

  it('is refused with a version if the service was deleted meanwhile, and adds it again without a version', async () => {
    const { put, remove, find } = openAdmin()
    const facial = await find('facial')
    await remove('facial')
    const late = await put(facial, { 'if-match': facial.version })
    expect([late.status, late.json.error, late.json.current]).toEqual([409, 'conflict', null])
    expect((await put(facial)).status).toBe(200)
  })

  it('is refused with If-None-Match: * if the id exists', async () => {
    const { put, find, stored } = openAdmin()
    const before = stored()
    const { status, json } = await put({ ...NEW_SERVICE, id: 'facial' }, { 'if-none-match': '*' })
    expect([status, json.error, json.current]).toEqual([409, 'conflict', await find('facial')])
    expect(stored()).toEqual(before)
    expect((await put(NEW_SERVICE, { 'if-none-match': '*' })).status).toBe(200)
  })
})

describe('deleting a service', () => {
  it('keeps its bookings', async () => {
    const { ctx, browser, remove, listServices, rows } = openAdmin()
    const { id } = insertBooking(ctx().db)
    const { status, json } = await remove('akupunktur')
    expect([status, json]).toEqual([200, { message: 'Service "akupunktur" gelöscht.' }])
    expect(await listServices()).toHaveLength(4)
    expect((await browser().get(`/api/bookings/${id}`)).json.service_name).toBe('Akupunktur')
    expect(rows('select booking_id from occupations')).toEqual([{ booking_id: id }])
    expect(rows('select action, subject from audit')).toEqual([
      { action: 'service-deleted', subject: 'akupunktur' },
    ])
  })

  it('is refused if it does not exist', async () => {
    const { remove, stored } = openAdmin()
    const before = stored()
    for (const id of ['none', '../practice', 'ERSTORDINATION', '%', `' or 1=1 --`])
      for (const headers of [{}, { 'if-match': '"x"' }]) {
        const { status, json } = await remove(id, headers)
        expect([status, json]).toEqual([
          404,
          { error: 'service_not_found', message: 'Diese Leistung gibt es nicht mehr.' },
        ])
      }
    expect(stored()).toEqual(before)
  })

  it('is refused with an outdated version', async () => {
    const { put, remove, find, stored } = openAdmin()
    const { version, ...facial } = await find('facial')
    await put({ ...facial, price: 170 })
    const before = stored()
    const late = await remove('facial', { 'if-match': version })
    expect([late.status, late.json.error, late.json.current]).toEqual([409, 'conflict', await find('facial')])
    expect(stored()).toEqual(before)
    expect((await remove('facial', { 'if-match': late.json.current.version })).status).toBe(200)
  })
})
