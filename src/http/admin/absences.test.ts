import { describe, expect, it } from 'vitest'
import { saveResource } from '../../schedule/resources.ts'
import { ADMIN } from '../../testing/admins.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp } from '../../testing/test-app.ts'

const BLOCK = {
  kind: 'block',
  title: 'Fortbildung',
  start: '2027-01-12T08:00:00+01:00',
  end: '2027-01-12T12:00:00+01:00',
  resource_id: null,
}
/** The start of an appointment that the block overlaps, and the closure does not. */
const WITHIN_BLOCK = Date.parse('2027-01-12T08:30:00+01:00')

const CLOSURE = { kind: 'closure', title: 'Familie', reason: 'Urlaub', from: '2027-08-02', to: '2027-08-06' }

describe('an absence', () => {
  it('is answered in the form in which it is listed', async () => {
    const admin = openTestApp().admin()
    const block = await admin.post('/api/admin/absences', BLOCK)
    expect([block.status, block.json]).toEqual([201, { id: 1, reason: '', ...BLOCK }])
    const closure = await admin.post('/api/admin/absences', CLOSURE)
    const wholeDays = { start: '2027-08-02T00:00:00+02:00', end: '2027-08-07T00:00:00+02:00' }
    expect([closure.status, closure.json]).toEqual([
      201,
      { id: 2, ...CLOSURE, resource_id: null, ...wholeDays },
    ])
    expect((await admin.get('/api/admin/absences')).json).toEqual([block.json, closure.json])
  })

  it('is recorded in the audit', async () => {
    const app = openTestApp()
    await app.admin().post('/api/admin/absences', BLOCK)
    expect(app.rows('select action, actor_name from audit')).toEqual([
      { action: 'absence-saved', actor_name: ADMIN },
    ])
  })

  it('frees its time when it is deleted', async () => {
    const app = openTestApp()
    const admin = app.admin()
    for (const absence of [BLOCK, CLOSURE]) await admin.post('/api/admin/absences', absence)
    expect(app.rows('select id from occupations')).toHaveLength(2)
    for (const id of [1, 2]) expect((await admin.delete(`/api/admin/absences/${id}`)).status).toBe(204)
    expect(app.rows('select id from occupations')).toEqual([])
  })

  it.each(['1', 'eins', '99999999999999999999'])('cannot be deleted if it does not exist: %s', async (id) => {
    const { status, json } = await openTestApp().admin().delete(`/api/admin/absences/${id}`)
    const message = 'Diese Abwesenheit gibt es nicht mehr.'
    expect([status, json]).toEqual([404, { error: 'not found', message }])
  })

  it('reads times without an offset as Vienna’s wall time, and skipped times as the moment of the change', async () => {
    const block = { ...BLOCK, start: '2027-03-28T02:30', end: '2027-03-28T04:00' }
    const { json } = await openTestApp().admin().post('/api/admin/absences', block)
    expect([json.start, json.end]).toEqual(['2027-03-28T03:00:00+02:00', '2027-03-28T04:00:00+02:00'])
  })

  it.each([
    {
      fault: 'without a kind',
      body: {},
      fields: { kind: 'Bitte wählen Sie: einzelne Stunden oder ganze Tage.' },
    },
    {
      fault: 'of an unknown resource',
      body: { ...BLOCK, resource_id: 'doctor-9' },
      fields: { resource_id: 'Diese Ressource gibt es nicht.' },
    },
  ])('$fault is refused, and so is its check', async ({ body, fields }) => {
    const admin = openTestApp().admin()
    for (const path of ['/api/admin/absences', '/api/admin/absences/check']) {
      const { status, json } = await admin.post(path, body)
      const message = 'Bitte prüfen Sie Ihre Angaben.'
      expect([status, json]).toEqual([400, { error: 'invalid', message, fields }])
    }
    expect((await admin.get('/api/admin/absences')).json).toEqual([])
  })
})

describe('an absence over the time to which a patient asks to move', () => {
  const OVER_THE_MOVE = { ...BLOCK, start: '2027-01-12T10:15:00+01:00', end: '2027-01-12T11:00:00+01:00' }

  /** Opens the app in which a patient has asked to move from 08:30 to 10:00. */
  async function openWithMove() {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed', startsAt: WITHIN_BLOCK })
    await app.browser().post('/api/patient/move', { id, start: '2027-01-12T10:00:00+01:00' })
    const readBooking = async () => (await app.browser().get(`/api/bookings/${id}`)).json
    return { app, readBooking }
  }

  it('is checked with the number of such moves, which the check leaves as they are', async () => {
    const { app, readBooking } = await openWithMove()
    const { json } = await app.admin().post('/api/admin/absences/check', OVER_THE_MOVE)
    expect(json).toEqual({ conflicts: [], moves: 1 })
    expect(await readBooking()).toHaveProperty('move')
  })

  it('rejects the move once it is stored', async () => {
    const { app, readBooking } = await openWithMove()
    expect(await readBooking()).toHaveProperty('move')
    await app.admin().post('/api/admin/absences', OVER_THE_MOVE)
    expect(await readBooking()).not.toHaveProperty('move')
  })
})

describe('the conflicts of an absence', () => {
  it('are the appointments within it', async () => {
    const app = openTestApp()
    insertBooking(app.ctx().db, { status: 'confirmed', startsAt: WITHIN_BLOCK })
    const admin = app.admin()
    const [booking] = (await admin.get('/api/admin/bookings')).json.bookings
    const conflicts = [{ ...booking, by: ['email'], sms_price: null }]
    const check = await admin.post('/api/admin/absences/check', BLOCK)
    expect([check.status, check.json]).toEqual([200, { conflicts }])

    await admin.post('/api/admin/absences', BLOCK)
    expect((await admin.get('/api/admin/absences/conflicts')).json).toEqual({ conflicts })
  })

  it('are not the appointments outside it', async () => {
    const app = openTestApp()
    insertBooking(app.ctx().db, { status: 'confirmed', startsAt: WITHIN_BLOCK })
    const check = await app.admin().post('/api/admin/absences/check', CLOSURE)
    expect([check.status, check.json]).toEqual([200, { conflicts: [] }])
  })

  it('are checked without storing the absence', async () => {
    const app = openTestApp()
    insertBooking(app.ctx().db, { status: 'confirmed', startsAt: WITHIN_BLOCK })
    const occupationsBefore = app.rows('select * from occupations')
    const admin = app.admin()
    expect((await admin.post('/api/admin/absences/check', BLOCK)).status).toBe(200)
    expect((await admin.get('/api/admin/absences/conflicts')).json).toEqual({ conflicts: [] })
    expect(app.rows('select * from occupations')).toEqual(occupationsBefore)
    expect(app.rows('select id from absences')).toEqual([])
  })

  it('are only those of the doctor who is absent', async () => {
    const app = openTestApp()
    saveResource(app.ctx(), 'doctor-2', { name: 'Dr. B' })
    const appointment = { status: 'confirmed', startsAt: WITHIN_BLOCK } as const
    insertBooking(app.ctx().db, { ...appointment, resourceId: 'doctor-1' })
    const { id } = insertBooking(app.ctx().db, { ...appointment, resourceId: 'doctor-2' })
    const admin = app.admin()
    const blockOfOne = { ...BLOCK, resource_id: 'doctor-2' }
    const check = await admin.post('/api/admin/absences/check', blockOfOne)
    expect(check.json.conflicts).toMatchObject([{ id }])
    await admin.post('/api/admin/absences', blockOfOne)
    const stored = await admin.get('/api/admin/absences/conflicts')
    expect(stored.json.conflicts).toMatchObject([{ id }])
  })
})

describe('the list of absences', () => {
  /** Opens the app at the midnight after the first of three absences has ended. */
  async function openWithThree() {
    const app = openTestApp()
    const admin = app.admin()
    const addAbsence = async (absence: object): Promise<number> =>
      (await admin.post('/api/admin/absences', absence)).json.id
    const thisWeek = await addAbsence({ ...CLOSURE, from: '2027-01-04', to: '2027-01-07' })
    const nextTuesday = await addAbsence(BLOCK)
    const inAugust = await addAbsence(CLOSURE)
    app.setClock('2027-01-08T00:00:00+01:00')
    // The earlier session has ended.
    const later = app.admin()
    const listIds = async (range: string): Promise<number[]> =>
      (await later.get(`/api/admin/absences${range}`)).json.map(({ id }: { id: number }) => id)
    return { listIds, thisWeek, nextTuesday, inAugust }
  }

  it('has the absences that are not over', async () => {
    const { listIds, nextTuesday, inAugust } = await openWithThree()
    expect(await listIds('')).toEqual([nextTuesday, inAugust])
  })

  it('has those that overlap the given days', async () => {
    const { listIds, thisWeek, nextTuesday, inAugust } = await openWithThree()
    expect(await listIds('?from=2027-01-07')).toEqual([thisWeek, nextTuesday, inAugust])
    expect(await listIds('?from=0001-01-01&to=2027-01-12')).toEqual([thisWeek, nextTuesday])
    expect(await listIds('?to=2027-08-01')).toEqual([nextTuesday])
    expect(await listIds('?to=2026-01-01')).toEqual([])
  })

  it('cannot be read with a last day before the first', async () => {
    const path = '/api/admin/absences?from=2027-01-02&to=2027-01-01'
    const { status, json } = await openTestApp().admin().get(path)
    expect([status, json.fields]).toEqual([400, { to: 'Der letzte Tag darf nicht vor dem ersten liegen.' }])
  })
})
