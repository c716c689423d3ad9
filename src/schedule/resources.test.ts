import { describe, expect, it } from 'vitest'
import { refusalOf } from '../testing/refusal.ts'
import { openSecondDoctorApp } from '../testing/second-doctor-app.ts'
import { saveAbsence } from './absences.ts'
import type { WorkingWeek } from './hours.ts'
import { listResources, saveResource } from './resources.ts'

describe('a resource', () => {
  it('is created for each id in a service: the first is named after the practice, the others by their ids', () => {
    const { ctx, addService, names } = openSecondDoctorApp()
    addService('labor', 'dr-b', 'Raum 2')
    expect(names()).toEqual(['Ordination Dr. Demo Muster', 'Dr. Beispiel', 'Raum 2'])
    saveResource(ctx(), 'doctor-1', { name: 'Dr. Demo Muster', displayOrder: 9 })
    expect(names()).toEqual(['Dr. Beispiel', 'Raum 2', 'Dr. Demo Muster'])
  })

  it('needs a name when it is new', () => {
    const { ctx } = openSecondDoctorApp()
    expect(refusalOf(() => saveResource(ctx(), 'raum', { title: 'Labor' }))?.facts.fields).toEqual({
      name: 'Bitte einen Namen angeben.',
    })
  })

  it('keeps the values that are left out when it is saved', () => {
    const { ctx } = openSecondDoctorApp()
    saveResource(ctx(), 'dr-b', { active: false })
    expect(listResources(ctx())[1]).toMatchObject({ name: 'Dr. Beispiel', active: false, displayOrder: 1 })
  })

  it('is recorded in the audit when it is created or changed, with the changes', () => {
    const { ctx, rows } = openSecondDoctorApp()
    saveResource(ctx(), 'dr-b', { active: false })
    const changesNothing = { active: false }
    saveResource(ctx(), 'dr-b', changesNothing)
    expect(rows('select subject, changes from audit order by id')).toEqual([
      { subject: 'dr-b', changes: '[]' },
      { subject: 'dr-b', changes: '[{"field":"active","before":true,"after":false}]' },
    ])
  })

  it('has its own hours recorded in the audit, day by day', () => {
    const { ctx, rows } = openSecondDoctorApp()
    const morning = [8 * 60, 12 * 60] as const
    const afternoon = [13 * 60, 17 * 60] as const
    const closed = [] as const
    /** From Sunday to Saturday. */
    const week: WorkingWeek = [closed, [morning], closed, [morning, afternoon], closed, closed, closed]
    saveResource(ctx(), 'dr-b', { week })
    saveResource(ctx(), 'dr-b', { week: null })
    const [, ...changes] = rows<{ changes: string }>('select changes from audit order by id')
    const hours = 'Montag 08:00–12:00; Mittwoch 08:00–12:00, 13:00–17:00'
    expect(changes.map((row) => JSON.parse(row.changes))).toEqual([
      [{ field: 'week', before: '', after: hours }],
      [{ field: 'week', before: hours, after: '' }],
    ])
  })

  it('is covered by general closures when it is new', () => {
    const { ctx, reservedResources } = openSecondDoctorApp()
    const days = { from: '2027-01-12', to: '2027-01-12' }
    saveAbsence(ctx(), { kind: 'closure', title: 'Urlaub', reason: '', resource_id: null, ...days })
    saveResource(ctx(), 'raum', { name: 'Labor' })
    expect(reservedResources()).toEqual(['doctor-1', 'dr-b', 'raum'])
  })
})
