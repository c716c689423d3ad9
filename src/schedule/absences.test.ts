import { describe, expect, it } from 'vitest'
import { listConflictsOfAbsence } from '../backoffice/absence-conflicts.ts'
import type { AbsenceInput } from '../shared/absence.ts'
import { HOUR } from '../shared/day.ts'
import { blockAt } from '../testing/block-at.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'
import { deleteAbsence, saveAbsence } from './absences.ts'
import { saveResource } from './resources.ts'

/** Closed days of the whole practice, both included. */
function aClosure(from: string, to = from): AbsenceInput {
  return { kind: 'closure', title: 'Familie', reason: 'Urlaub', from, to, resource_id: null }
}

/**
 * Asserts that saving the absence is refused with these sentences, that listing its conflicts is refused
 * alike, and that nothing is stored.
 */
function expectRefused(app: TestApp, input: AbsenceInput, fields: Record<string, string>): void {
  const refusalOfSaving = refusalOf(() => saveAbsence(app.ctx(), input))
  const refusalOfListing = refusalOf(() => listConflictsOfAbsence(app.ctx(), input))
  for (const refusal of [refusalOfSaving, refusalOfListing]) {
    expect(refusal?.code).toBe('invalid')
    expect(refusal?.facts).toEqual({ fields })
  }
  expect(app.rows('select id from absences')).toEqual([])
}

it('saving the same absence again changes nothing, and saving a different one adds it', () => {
  const app = openTestApp()
  saveResource(app.ctx(), 'dr-b', { name: 'Dr. Beispiel' })
  for (const input of [
    blockAt('08:00', '09:00'),
    aClosure('2027-01-13'),
    blockAt('08:00', '09:00', 'dr-b'),
  ]) {
    const { id } = saveAbsence(app.ctx(), input)
    expect(saveAbsence(app.ctx(), input).id).toBe(id)
  }
  saveAbsence(app.ctx(), blockAt('08:00', '09:30'))
  saveAbsence(app.ctx(), aClosure('2027-01-13', '2027-01-14'))
  expect(app.rows('select id from absences')).toHaveLength(5)
  expect(app.rows(`select id from audit where action = 'absence-saved'`)).toHaveLength(5)
})

describe('a past absence', () => {
  const IS_OVER = 'Diese Zeit ist schon vorbei.'

  it('is refused', () => {
    const app = openTestApp()
    app.setClock('2027-01-12T09:00:00+01:00')
    // Blocks are on 12 January.
    expectRefused(app, blockAt('08:00', '09:00'), { end: IS_OVER })
    expectRefused(app, aClosure('2027-01-10', '2027-01-11'), { to: IS_OVER })
  })

  it('does not include one that lasts another minute, or until this evening', () => {
    const app = openTestApp()
    app.setClock('2027-01-12T09:00:00+01:00')
    saveAbsence(app.ctx(), blockAt('08:00', '09:01'))
    saveAbsence(app.ctx(), aClosure('2027-01-11', '2027-01-12'))
    expect(app.rows('select kind from absences order by id')).toEqual([
      { kind: 'block' },
      { kind: 'closure' },
    ])
  })
})

it('an absence of an unknown resource is refused', () => {
  const app = openTestApp()
  expectRefused(app, blockAt('10:00', '11:00', 'doctor-9'), {
    resource_id: 'Diese Ressource gibt es nicht.',
  })
})

it('closed days last from midnight to midnight, even across clock changes', () => {
  const app = openTestApp()
  /** Closes a day. @returns the instant from which it is closed, and for how many hours */
  const closeDay = (day: string) => {
    const { startsAt, endsAt } = saveAbsence(app.ctx(), aClosure(day))
    return { from: isoAt(startsAt), hours: (endsAt - startsAt) / HOUR }
  }
  expect(closeDay('2027-01-12')).toEqual({ from: '2027-01-12T00:00:00+01:00', hours: 24 })
  // The clocks skip an hour in March and repeat one in October.
  expect(closeDay('2027-03-28')).toEqual({ from: '2027-03-28T00:00:00+01:00', hours: 23 })
  expect(closeDay('2027-10-31')).toEqual({ from: '2027-10-31T00:00:00+02:00', hours: 25 })
})

it('a deleted absence gives its time to the waiting list', () => {
  const { assistant, rows } = openTestApp()
  const { id } = saveAbsence(assistant(), blockAt('09:00', '10:00'))
  expect(rows('select id from freed_times')).toEqual([])
  deleteAbsence(assistant(), id)
  expect(rows('select starts_at, ends_at from freed_times')).toEqual([
    {
      starts_at: Date.parse('2027-01-12T09:00:00+01:00'),
      ends_at: Date.parse('2027-01-12T10:00:00+01:00'),
    },
  ])
})

it('an absence cannot be deleted twice', () => {
  const app = openTestApp()
  const { id } = saveAbsence(app.ctx(), aClosure('2027-01-12'))
  deleteAbsence(app.ctx(), id)
  expect(() => deleteAbsence(app.ctx(), id)).toThrow('Diese Abwesenheit gibt es nicht mehr.')
})

it('absences are recorded in the audit by kind and days, without a title', () => {
  const app = openTestApp()
  saveAbsence(app.ctx(), blockAt('10:00', '12:00'))
  const { id } = saveAbsence(app.ctx(), aClosure('2027-08-02', '2027-08-06'))
  deleteAbsence(app.ctx(), id)
  expect(app.rows('select action, subject from audit order by id')).toEqual([
    { action: 'absence-saved', subject: 'block: 2027-01-12' },
    { action: 'absence-saved', subject: 'closure: 2027-08-02 – 2027-08-06' },
    { action: 'absence-deleted', subject: 'closure: 2027-08-02 – 2027-08-06' },
  ])
})
