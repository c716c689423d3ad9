import { describe, expect, it } from 'vitest'
import { ADMIN } from '../../testing/admins.ts'
import { BLOCK_BODY } from '../../testing/block-at.ts'
import { openTestApp } from '../../testing/test-app.ts'

/** A closure for the whole practice in summer. */
const CLOSURE = { kind: 'closure', title: 'Familie', reason: 'Urlaub', from: '2027-08-02', to: '2027-08-06' }

describe('an absence', () => {
  it('is answered in the form in which it is listed', async () => {
    const admin = openTestApp().admin()
    const block = await admin.post('/api/admin/absences', BLOCK_BODY)
    expect([block.status, block.json]).toEqual([201, { id: 1, reason: '', ...BLOCK_BODY }])
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
    await app.admin().post('/api/admin/absences', BLOCK_BODY)
    expect(app.rows('select action, actor_name from audit')).toEqual([
      { action: 'absence-saved', actor_name: ADMIN },
    ])
  })

  it('frees its time when it is deleted', async () => {
    const app = openTestApp()
    const admin = app.admin()
    for (const absence of [BLOCK_BODY, CLOSURE]) await admin.post('/api/admin/absences', absence)
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
    const block = { ...BLOCK_BODY, start: '2027-03-28T02:30', end: '2027-03-28T04:00' }
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
      body: { ...BLOCK_BODY, resource_id: 'doctor-9' },
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

describe('the list of absences', () => {
  /** Opens the app at the midnight after the first of three absences has ended. */
  async function openWithThree() {
    const app = openTestApp()
    const admin = app.admin()
    const addAbsence = async (absence: object): Promise<number> =>
      (await admin.post('/api/admin/absences', absence)).json.id
    const thisWeek = await addAbsence({ ...CLOSURE, from: '2027-01-04', to: '2027-01-07' })
    const nextTuesday = await addAbsence(BLOCK_BODY)
    const inAugust = await addAbsence(CLOSURE)
    app.setClock('2027-01-08T00:00:00+01:00')
    // A session lasts an hour, so the first one has ended.
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
