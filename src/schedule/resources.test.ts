import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { deleteAbsence, saveAbsence } from './absences.ts'
import { reserve } from './reservations.ts'
import { deleteResource } from './resource-deletion.ts'
import {
  listOffering,
  listResources,
  nameById,
  resourceFor,
  resourceName,
  saveResource,
} from './resources.ts'
import { getService, saveService } from './services.ts'

/** Opens the demo practice, whose services all have one doctor, with a second one. */
function openTwo() {
  const app = openTestApp()
  saveResource(app.ctx(), 'dr-b', { name: 'Dr. Beispiel' })
  return {
    ...app,
    names: () => listResources(app.ctx()).map((resource) => resourceName(app.ctx(), resource)),
    offer: (id: string, resourceId: string, ...otherResourceIds: string[]) =>
      saveService(app.ctx(), { id, name: id, resourceId, otherResourceIds }),
    resourcesOf: (id: string) => {
      const { resourceId, otherResourceIds } = getService(app.ctx(), id)
      return [resourceId, ...otherResourceIds]
    },
  }
}

describe('a resource', () => {
  it('is made for each id that a service names: the first is called as the practice, the others by their ids', () => {
    const { ctx, offer, names } = openTwo()
    offer('labor', 'dr-b', 'Raum 2')
    expect(names()).toEqual(['Ordination Dr. Demo Muster', 'Dr. Beispiel', 'Raum 2'])
    saveResource(ctx(), 'doctor-1', { name: 'Dr. Demo Muster', displayOrder: 9 })
    expect(names()).toEqual(['Dr. Beispiel', 'Raum 2', 'Dr. Demo Muster'])
  })

  it('needs a name when it is new, keeps what is left out, and the audit has what has changed', () => {
    const { ctx, rows } = openTwo()
    expect(refusalOf(() => saveResource(ctx(), 'raum', { title: 'Labor' }))?.facts.fields).toEqual({
      name: 'Bitte einen Namen angeben.',
    })
    saveResource(ctx(), 'dr-b', { active: false })
    saveResource(ctx(), 'dr-b', { active: false })
    expect(listResources(ctx())[1]).toMatchObject({ name: 'Dr. Beispiel', active: false, displayOrder: 1 })
    expect(
      rows('select subject, changes from audit').map(({ subject, changes }) => [subject, changes]),
    ).toEqual([
      ['dr-b', '[]'],
      ['dr-b', '[{"field":"active","before":true,"after":false}]'],
    ])
  })

  it('that is new is covered by the absences of all, and one that is deleted by none', () => {
    const { ctx, rows } = openTwo()
    const input = { title: 'Urlaub', reason: '', from: '2027-01-12', to: '2027-01-12', resource_id: null }
    const { id } = saveAbsence(ctx(), { kind: 'closure', ...input })
    saveResource(ctx(), 'raum', { name: 'Labor' })
    const listCovered = () =>
      rows<{ resource_id: string }>('select resource_id from occupations order by 1').map(
        (row) => row.resource_id,
      )
    expect(listCovered()).toEqual(['doctor-1', 'dr-b', 'raum'])
    deleteResource(ctx(), 'raum')
    expect(listCovered()).toEqual(['doctor-1', 'dr-b'])
    deleteAbsence(ctx(), id)
    expect(listCovered()).toEqual([])
  })

  it('is deleted with its absences, and taken out of the services that others offer', () => {
    const { ctx, offer, names, resourcesOf, rows } = openTwo()
    offer('a', 'dr-b', 'doctor-1')
    offer('b', 'doctor-1', 'raum', 'dr-b')
    const [start, end] = [Date.parse('2027-01-12T08:00Z'), Date.parse('2027-01-12T09:00Z')]
    saveAbsence(ctx(), { kind: 'block', title: '', start, end, resource_id: 'dr-b' })
    deleteResource(ctx(), 'dr-b')
    expect([resourcesOf('a'), resourcesOf('b')]).toEqual([['doctor-1'], ['doctor-1', 'raum']])
    expect([rows('select * from absences'), rows('select * from occupations')]).toEqual([[], []])
    expect(names()).toEqual(['Ordination Dr. Demo Muster', 'raum'])
    expect(refusalOf(() => deleteResource(ctx(), 'dr-b'))?.code).toBe('not found')
  })

  it('is not deleted while it has coming appointments; those that are over do not count', () => {
    const app = openTwo()
    const { ctx } = app
    app.offer('a', 'dr-b', 'doctor-1')
    const start = Date.parse('2027-01-12T10:00:00+01:00')
    insertBooking(ctx().db, { startsAt: start, resourceId: 'dr-b' })
    const refused = refusalOf(() => deleteResource(ctx(), 'dr-b'))
    expect([refused?.code, refused?.status, refused?.message]).toEqual([
      'resource_in_use',
      409,
      '„Dr. Beispiel“ kann nicht gelöscht werden: Es gibt noch kommende Termine. Auf „nicht aktiv“ gestellt wird nichts mehr angeboten.',
    ])
    app.at('2027-01-12T18:00:00+01:00')
    insertBooking(ctx().db, { startsAt: start + DAY_LENGTH })
    deleteResource(ctx(), 'dr-b')
    expect(app.names()).toHaveLength(1)
  })

  it('keeps its last name for its appointments after it was deleted, until another one has its id', () => {
    const { ctx } = openTwo()
    saveResource(ctx(), 'dr-c', { name: 'Dr. C' })
    saveResource(ctx(), 'dr-b', { name: 'Dr. Berger' })
    deleteResource(ctx(), 'dr-b')
    expect([nameById(ctx(), 'dr-b'), resourceFor(ctx(), 'dr-b')?.name]).toEqual(['Dr. Berger', 'Dr. Berger'])
    saveResource(ctx(), 'dr-b', { name: 'Dr. Bauer' })
    expect(nameById(ctx(), 'dr-b')).toBe('Dr. Bauer')
    deleteResource(ctx(), 'dr-b')
    expect(nameById(ctx(), 'dr-b')).toBe('Dr. Bauer')
  })

  it('is not deleted while another calendar is read for it', () => {
    const { ctx, change } = openTwo()
    change(
      `insert into calendars (id, name, url, resource_id, busy_only, created_at, tried_at) values (1, 'Privat', 'x', 'dr-b', 1, 0, 0)`,
    )
    expect(refusalOf(() => deleteResource(ctx(), 'dr-b'))?.message).toMatch(
      / kann nicht gelöscht werden: Der Kalender „Privat“ wird noch dafür gelesen\.$/,
    )
    change('update calendars set resource_id = null')
    expect(refusalOf(() => deleteResource(ctx(), 'dr-b'))).toBeUndefined()
  })

  it('is not deleted while it is the only one of a service', () => {
    const { ctx, offer } = openTwo()
    offer('labor', 'dr-b')
    expect(refusalOf(() => deleteResource(ctx(), 'dr-b'))?.message).toContain('bietet niemand')
    expect(refusalOf(() => deleteResource(ctx(), 'dr-b'))?.message).toContain('labor')
  })
})

it('patients choose among the active resources of a service, in its order', () => {
  const { ctx } = openTwo()
  const offering = () => listOffering(ctx(), { resourceId: 'dr-b', otherResourceIds: ['doctor-1', 'gone'] })
  expect(offering()).toEqual([
    { id: 'dr-b', name: 'Dr. Beispiel', title: '' },
    { id: 'doctor-1', name: 'Ordination Dr. Demo Muster', title: '' },
  ])
  saveResource(ctx(), 'doctor-1', { active: false })
  expect(offering().map(({ id }) => id)).toEqual(['dr-b'])
})

it('two resources can be reserved at the same time, one of them twice cannot', () => {
  const { ctx, offer } = openTwo()
  offer('a', 'doctor-1', 'dr-b')
  const service = getService(ctx(), 'a')
  const start = Date.parse('2027-01-12T10:00:00+01:00')
  ctx().db.$client.pragma('foreign_keys = off')
  const take = (resourceId: string, holdId: string) =>
    refusalOf(() =>
      reserve(ctx(), { ...service, resourceId }, start, { holdId, expiresAt: ctx().now + MINUTE }),
    )?.code
  const taken = [take('doctor-1', 'a'), take('dr-b', 'b'), take('dr-b', 'c')]
  expect(taken).toEqual([undefined, undefined, 'slot_taken'])
})

it('the own hours of a resource are in the audit, day by day', () => {
  const { ctx, rows } = openTestApp()
  saveResource(ctx(), 'b', { name: 'Dr. B' })
  saveResource(ctx(), 'b', {
    week: [
      [],
      [[8 * 60, 12 * 60]],
      [],
      [
        [8 * 60, 12 * 60],
        [13 * 60, 17 * 60],
      ],
      [],
      [],
      [],
    ],
  })
  saveResource(ctx(), 'b', { week: null })
  const changes = rows<{ changes: string }>('select changes from audit order by id').map((row) =>
    JSON.parse(row.changes || '[]'),
  )
  const hours = 'Montag 08:00–12:00; Mittwoch 08:00–12:00, 13:00–17:00'
  expect(changes).toEqual([
    [],
    [{ field: 'week', before: '', after: hours }],
    [{ field: 'week', before: hours, after: '' }],
  ])
})
