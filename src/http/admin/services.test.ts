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

/** Opens the app with the calls about services. `readTables` reads all that such a call could change. */
function openAdmin() {
  const app = openTestApp()
  const admin = app.admin()
  const listServices = async () => (await admin.get('/api/admin/services')).json
  return {
    ...app,
    saveService: (service: unknown, headers?: Record<string, string>) =>
      admin.put('/api/admin/services', { service }, headers),
    deleteService: (id: string, headers?: Record<string, string>) =>
      admin.send('DELETE', `/api/admin/services/${encodeURIComponent(id)}`, undefined, headers),
    listServices,
    findService: async (id: string) =>
      (await listServices()).find((service: { id: string }) => service.id === id),
    readTables: () => ['services', 'audit'].map((table) => app.rows(`select * from ${table}`)),
  }
}

describe('the services', () => {
  it('are listed with inactive ones, each with a version', async () => {
    const { listServices, saveService } = openAdmin()
    await saveService(NEW_SERVICE)
    const services = await listServices()
    expect(services.map(({ id }: { id: string }) => id)).toEqual([
      'laserakupunktur',
      'erstordination',
      'folgebehandlung',
      'akupunktur',
      'vorsorgegespraech',
      'facial',
    ])
    const [first] = services
    expect(first).toEqual({
      ...NEW_SERVICE,
      resource_ids: ['doctor-1'],
      version: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(new Set(services.map(({ version }: { version: string }) => version)).size).toBe(6)
  })

  it('stay unchanged when they are saved as listed', async () => {
    const { listServices, saveService, readTables } = openAdmin()
    await saveService(NEW_SERVICE)
    const services = await listServices()
    const tablesBefore = readTables()
    for (const service of services) {
      const { status, json } = await saveService(service, { 'if-match': service.version })
      expect([status, json]).toEqual([200, { message: `Service "${service.name}" gespeichert.`, service }])
    }
    expect(await listServices()).toEqual(services)
    expect(readTables()).toEqual(tablesBefore)
  })
})

describe('saving a service', () => {
  it('stores its price in cents, and records who saved it', async () => {
    const { saveService, rows } = openAdmin()
    await saveService(NEW_SERVICE)
    expect(rows('select price_cents from services where id = ?', NEW_SERVICE.id)).toEqual([
      { price_cents: 7990 },
    ])
    expect(rows('select action, subject, actor_name from audit')).toEqual([
      { action: 'service-saved', subject: NEW_SERVICE.id, actor_name: 'assistenz@ordination.example' },
    ])
  })

  it('keeps its hint and questions if a caller does not send them', async () => {
    const { saveService, findService } = openAdmin()
    await saveService(NEW_SERVICE)
    const { hint, questions, ...known } = NEW_SERVICE
    expect((await saveService({ ...known, price: 85 })).json.service).toMatchObject({
      price: 85,
      hint,
      questions,
    })
    await saveService({ ...known, hint: '', questions: [] })
    expect(await findService(NEW_SERVICE.id)).toMatchObject({ hint: '', questions: [] })
    expect((await saveService({ ...known, id: 'neu' })).json.service).toMatchObject({
      hint: '',
      questions: [],
    })
  })

  it('shows it to patients at once', async () => {
    const { saveService, findService, browser } = openAdmin()
    await saveService({ ...(await findService('facial')), price: 170, active: true })
    const findOffered = async () =>
      (await browser().get('/api/services')).json.find(({ id }: { id: string }) => id === 'facial')
    expect(await findOffered()).toMatchObject({ price: 170 })
    expect(await findOffered()).not.toHaveProperty('version')
    await saveService({ ...(await findService('facial')), active: false })
    expect(await findOffered()).toBeUndefined()
  })

  it('is refused with a sentence for each field, and changes nothing', async () => {
    const { saveService, readTables } = openAdmin()
    const tablesBefore = readTables()
    const fields = { id: 'Bitte eine ID angeben.', name: 'Bitte einen Namen angeben.' }
    const answer = await saveService({ ...NEW_SERVICE, id: '', name: ' ' })
    const message = 'Bitte eine ID angeben. Bitte einen Namen angeben.'
    expect([answer.status, answer.json]).toEqual([400, { error: 'invalid', message, fields }])
    expect((await saveService({ ...NEW_SERVICE, preis: 5 })).json.fields).toEqual({
      preis: 'Unbekannte Angabe.',
    })
    expect(readTables()).toEqual(tablesBefore)
  })

  it.each([undefined, null, [], 'x', 7])('is refused if it is no object: %j', async (service) => {
    const { saveService, readTables } = openAdmin()
    const tablesBefore = readTables()
    expect((await saveService(service)).status).toBe(400)
    expect(readTables()).toEqual(tablesBefore)
  })

  it('with a new resource offers no time on days that are already closed', async () => {
    const { ctx, saveService, browser } = openAdmin()
    const input = { title: 'Urlaub', reason: '', from: '2027-01-12', to: '2027-01-12', resource_id: null }
    saveAbsence(ctx(), { kind: 'closure', ...input })
    await saveService({ ...NEW_SERVICE, resource_id: 'doctor-2', active: true })
    const readFreeTimes = async (date: string) =>
      (await browser().get(`/api/slots?date=${date}&service=${NEW_SERVICE.id}`)).json
    expect(await readFreeTimes('2027-01-12')).toEqual([])
    expect(await readFreeTimes('2027-01-13')).not.toEqual([])
  })

  it('is refused with an outdated version', async () => {
    const { saveService, findService, readTables } = openAdmin()
    const { version, ...facial } = await findService('facial')
    expect((await saveService({ ...facial, price: 170 }, { 'if-match': version })).status).toBe(200)
    const tablesBefore = readTables()
    const refusal = await saveService({ ...facial, price: 190 }, { 'if-match': `"${version}"` })
    expect(refusal.status).toBe(409)
    expect(refusal.json).toEqual({
      error: 'conflict',
      message: 'Diese Angaben wurden inzwischen von jemand anderem geändert.',
      current: { ...facial, price: 170, version: expect.not.stringMatching(version) },
    })
    expect(readTables()).toEqual(tablesBefore)
    expect(
      (await saveService({ ...facial, price: 190 }, { 'if-match': refusal.json.current.version })).status,
    ).toBe(200)
  })

  it('is refused with a version if the service was deleted meanwhile, and adds it again without a version', async () => {
    const { saveService, deleteService, findService } = openAdmin()
    const facial = await findService('facial')
    await deleteService('facial')
    const refusal = await saveService(facial, { 'if-match': facial.version })
    expect([refusal.status, refusal.json.error, refusal.json.current]).toEqual([409, 'conflict', null])
    expect((await saveService(facial)).status).toBe(200)
  })

  it('is refused with If-None-Match: * if the id exists', async () => {
    const { saveService, findService, readTables } = openAdmin()
    const tablesBefore = readTables()
    const { status, json } = await saveService({ ...NEW_SERVICE, id: 'facial' }, { 'if-none-match': '*' })
    expect([status, json.error, json.current]).toEqual([409, 'conflict', await findService('facial')])
    expect(readTables()).toEqual(tablesBefore)
    expect((await saveService(NEW_SERVICE, { 'if-none-match': '*' })).status).toBe(200)
  })
})

describe('deleting a service', () => {
  it('keeps its bookings', async () => {
    const { ctx, browser, deleteService, listServices, rows } = openAdmin()
    const { id } = insertBooking(ctx().db)
    const { status, json } = await deleteService('akupunktur')
    expect([status, json]).toEqual([200, { message: 'Service "akupunktur" gelöscht.' }])
    expect(await listServices()).toHaveLength(4)
    expect((await browser().get(`/api/bookings/${id}`)).json.service_name).toBe('Akupunktur')
    expect(rows('select booking_id from occupations')).toEqual([{ booking_id: id }])
    expect(rows('select action, subject from audit')).toEqual([
      { action: 'service-deleted', subject: 'akupunktur' },
    ])
  })

  it.each(['unknown', '../practice', 'ERSTORDINATION', '%', `' or 1=1 --`])(
    'is refused if it does not exist: %s',
    async (id) => {
      const { deleteService, readTables } = openAdmin()
      const tablesBefore = readTables()
      const refusal = { error: 'service_not_found', message: 'Diese Leistung gibt es nicht mehr.' }
      const withoutVersion = await deleteService(id, {})
      expect([withoutVersion.status, withoutVersion.json]).toEqual([404, refusal])
      const withVersion = await deleteService(id, { 'if-match': '"x"' })
      expect([withVersion.status, withVersion.json]).toEqual([404, refusal])
      expect(readTables()).toEqual(tablesBefore)
    },
  )

  it('is refused with an outdated version', async () => {
    const { saveService, deleteService, findService, readTables } = openAdmin()
    const { version, ...facial } = await findService('facial')
    await saveService({ ...facial, price: 170 })
    const tablesBefore = readTables()
    const refusal = await deleteService('facial', { 'if-match': version })
    expect([refusal.status, refusal.json.error, refusal.json.current]).toEqual([
      409,
      'conflict',
      await findService('facial'),
    ])
    expect(readTables()).toEqual(tablesBefore)
    expect((await deleteService('facial', { 'if-match': refusal.json.current.version })).status).toBe(200)
  })
})
