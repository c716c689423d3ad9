import { describe, expect, it } from 'vitest'
import { saveAbsence } from '../../schedule/absences.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { NEW_SERVICE, openServicesAdmin } from '../../testing/services-app.ts'

/** The services of the demo, in their order. */
const DEMO_IDS = ['erstordination', 'folgebehandlung', 'akupunktur', 'vorsorgegespraech', 'facial']

const SHA256_IN_BASE64URL = /^[\w-]{43}$/

describe('the services', () => {
  it('are listed with inactive ones, each with a version', async () => {
    const { listServices, saveService } = openServicesAdmin()
    await saveService(NEW_SERVICE)
    const services = await listServices()
    expect(services.map(({ id }) => id)).toEqual([NEW_SERVICE.id, ...DEMO_IDS])
    expect(services[0]).toEqual({
      ...NEW_SERVICE,
      resource_ids: ['doctor-1'],
      version: expect.stringMatching(SHA256_IN_BASE64URL),
    })
    expect(new Set(services.map(({ version }) => version)).size).toBe(services.length)
  })

  it('stay unchanged when they are saved as listed', async () => {
    const { listServices, saveService, readServicesAndAudit } = openServicesAdmin()
    await saveService(NEW_SERVICE)
    const services = await listServices()
    const rowsBefore = readServicesAndAudit()
    for (const service of services) {
      const { status, json } = await saveService(service, { 'if-match': service.version })
      expect([status, json]).toEqual([200, { message: `Service "${service.name}" gespeichert.`, service }])
    }
    expect(await listServices()).toEqual(services)
    expect(readServicesAndAudit()).toEqual(rowsBefore)
  })
})

describe('saving a service', () => {
  it('stores its price in cents, and records who saved it', async () => {
    const { saveService, rows } = openServicesAdmin()
    await saveService(NEW_SERVICE)
    expect(rows('select price_cents from services where id = ?', NEW_SERVICE.id)).toEqual([
      { price_cents: 7990 },
    ])
    expect(rows('select action, subject, actor_name from audit')).toEqual([
      { action: 'service-saved', subject: NEW_SERVICE.id, actor_name: 'assistenz@ordination.example' },
    ])
  })

  it('keeps its hint and questions if a caller does not send them', async () => {
    const { saveService, getListedService } = openServicesAdmin()
    await saveService(NEW_SERVICE)
    const { hint, questions, ...known } = NEW_SERVICE
    expect((await saveService({ ...known, price: 85 })).json.service).toMatchObject({
      price: 85,
      hint,
      questions,
    })
    await saveService({ ...known, hint: '', questions: [] })
    expect(await getListedService(NEW_SERVICE.id)).toMatchObject({ hint: '', questions: [] })
    expect((await saveService({ ...known, id: 'neu' })).json.service).toMatchObject({
      hint: '',
      questions: [],
    })
  })

  it('shows it to patients at once', async () => {
    const { saveService, getListedService, browser } = openServicesAdmin()
    await saveService({ ...(await getListedService('facial')), price: 170, active: true })
    const findOffered = async () =>
      (await browser().get('/api/services')).json.find(({ id }: { id: string }) => id === 'facial')
    expect(await findOffered()).toMatchObject({ price: 170 })
    expect(await findOffered()).not.toHaveProperty('version')
    await saveService({ ...(await getListedService('facial')), active: false })
    expect(await findOffered()).toBeUndefined()
  })

  it('is refused with a sentence for each field, and changes nothing', async () => {
    const { saveService, readServicesAndAudit } = openServicesAdmin()
    const rowsBefore = readServicesAndAudit()
    const fields = { id: 'Bitte eine ID angeben.', name: 'Bitte einen Namen angeben.' }
    const answer = await saveService({ ...NEW_SERVICE, id: '', name: ' ' })
    const message = 'Bitte eine ID angeben. Bitte einen Namen angeben.'
    expect([answer.status, answer.json]).toEqual([400, { error: 'invalid', message, fields }])
    expect((await saveService({ ...NEW_SERVICE, preis: 5 })).json.fields).toEqual({
      preis: 'Unbekannte Angabe.',
    })
    expect(readServicesAndAudit()).toEqual(rowsBefore)
  })

  it.each([undefined, null, [], 'x', 7])('is refused if it is no object: %j', async (service) => {
    const { saveService, readServicesAndAudit } = openServicesAdmin()
    const rowsBefore = readServicesAndAudit()
    expect((await saveService(service)).status).toBe(400)
    expect(readServicesAndAudit()).toEqual(rowsBefore)
  })

  it('with a new resource offers no time on days that are already closed', async () => {
    const { ctx, saveService, browser } = openServicesAdmin()
    const input = { title: 'Urlaub', reason: '', from: '2027-01-12', to: '2027-01-12', resource_id: null }
    saveAbsence(ctx(), { kind: 'closure', ...input })
    await saveService({ ...NEW_SERVICE, resource_id: 'doctor-2', active: true })
    const readFreeTimes = async (date: string) =>
      (await browser().get(`/api/slots?date=${date}&service=${NEW_SERVICE.id}`)).json
    expect(await readFreeTimes('2027-01-12')).toEqual([])
    expect(await readFreeTimes('2027-01-13')).not.toEqual([])
  })
})

describe('deleting a service', () => {
  it('keeps its bookings', async () => {
    const { ctx, browser, deleteService, listServices, rows } = openServicesAdmin()
    // The sample booking is one of "akupunktur".
    const { id } = insertBooking(ctx().db)
    const { status, json } = await deleteService('akupunktur')
    expect([status, json]).toEqual([200, { message: 'Service "akupunktur" gelöscht.' }])
    expect((await listServices()).map(({ id }) => id)).toEqual(
      DEMO_IDS.filter((each) => each !== 'akupunktur'),
    )
    expect((await browser().get(`/api/bookings/${id}`)).json.service_name).toBe('Akupunktur')
    expect(rows('select booking_id from occupations')).toEqual([{ booking_id: id }])
    expect(rows('select action, subject from audit')).toEqual([
      { action: 'service-deleted', subject: 'akupunktur' },
    ])
  })

  it.each(['unknown', '../practice', 'ERSTORDINATION', '%', `' or 1=1 --`])(
    'is refused if it does not exist: %s',
    async (id) => {
      const { deleteService, readServicesAndAudit } = openServicesAdmin()
      const rowsBefore = readServicesAndAudit()
      const refusal = { error: 'service_not_found', message: 'Diese Leistung gibt es nicht mehr.' }
      for (const headers of [{}, { 'if-match': '"x"' }]) {
        const answer = await deleteService(id, headers)
        expect([answer.status, answer.json]).toEqual([404, refusal])
      }
      expect(readServicesAndAudit()).toEqual(rowsBefore)
    },
  )
})
