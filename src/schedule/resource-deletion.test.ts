import { describe, expect, it } from 'vitest'
import { DAY_LENGTH } from '../shared/day.ts'
import { blockAt } from '../testing/block-at.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openSecondDoctorApp } from '../testing/second-doctor-app.ts'
import { deleteAbsence, saveAbsence } from './absences.ts'
import { deleteResource } from './resource-deletion.ts'
import { resourceNameById, saveResource } from './resources.ts'
import { findShownResource } from './shown-resources.ts'

describe('a resource', () => {
  it('is deleted with its absences, and removed from the services that others offer too', () => {
    const { ctx, addService, names, resourcesOf, rows } = openSecondDoctorApp()
    addService('labor', 'dr-b', 'doctor-1')
    addService('laser', 'doctor-1', 'raum', 'dr-b')
    saveAbsence(ctx(), blockAt('09:00', '10:00', 'dr-b'))
    expect(rows('select resource_id from occupations')).toEqual([{ resource_id: 'dr-b' }])
    deleteResource(ctx(), 'dr-b')
    expect(resourcesOf('labor')).toEqual(['doctor-1'])
    expect(resourcesOf('laser')).toEqual(['doctor-1', 'raum'])
    expect(rows('select * from absences')).toEqual([])
    expect(rows('select * from occupations')).toEqual([])
    expect(names()).toEqual(['Ordination Dr. Demo Muster', 'raum'])
    expect(refusalOf(() => deleteResource(ctx(), 'dr-b'))?.code).toBe('not found')
  })

  it('no longer occupies time by general closures once it is deleted', () => {
    const { ctx, reservedResources } = openSecondDoctorApp()
    const days = { from: '2027-01-12', to: '2027-01-12' }
    const closure = { kind: 'closure', title: 'Urlaub', reason: '', resource_id: null, ...days } as const
    const { id } = saveAbsence(ctx(), closure)
    expect(reservedResources()).toEqual(['doctor-1', 'dr-b'])
    deleteResource(ctx(), 'dr-b')
    expect(reservedResources()).toEqual(['doctor-1'])
    deleteAbsence(ctx(), id)
    expect(reservedResources()).toEqual([])
  })

  it('keeps its name on its appointments after deletion, until another resource gets its id', () => {
    const { ctx } = openSecondDoctorApp()
    // Patients see names only if at least two resources are left.
    saveResource(ctx(), 'dr-c', { name: 'Dr. C' })
    saveResource(ctx(), 'dr-b', { name: 'Dr. Berger' })
    deleteResource(ctx(), 'dr-b')
    expect(resourceNameById(ctx(), 'dr-b')).toBe('Dr. Berger')
    expect(findShownResource(ctx(), 'dr-b')?.name).toBe('Dr. Berger')
    saveResource(ctx(), 'dr-b', { name: 'Dr. Bauer' })
    expect(resourceNameById(ctx(), 'dr-b')).toBe('Dr. Bauer')
    deleteResource(ctx(), 'dr-b')
    expect(resourceNameById(ctx(), 'dr-b')).toBe('Dr. Bauer')
  })

  it('cannot be deleted while it has coming appointments', () => {
    const { ctx, addService, setClock, names } = openSecondDoctorApp()
    addService('labor', 'dr-b', 'doctor-1')
    const startsAt = Date.parse('2027-01-12T10:00:00+01:00')
    insertBooking(ctx().db, { startsAt, resourceId: 'dr-b' })
    expect(refusalOf(() => deleteResource(ctx(), 'dr-b'))).toMatchObject({
      code: 'resource_in_use',
      status: 409,
      message:
        '„Dr. Beispiel“ kann nicht gelöscht werden: Es gibt noch kommende Termine. Auf „nicht aktiv“ gestellt wird nichts mehr angeboten.',
    })
    // The appointment is over in the evening.
    setClock('2027-01-12T18:00:00+01:00')
    // The coming appointment of another doctor does not count.
    insertBooking(ctx().db, { startsAt: startsAt + DAY_LENGTH, resourceId: 'doctor-1' })
    deleteResource(ctx(), 'dr-b')
    expect(names()).toHaveLength(1)
  })

  it('cannot be deleted while another calendar is read for it', () => {
    const { ctx, changeRows } = openSecondDoctorApp()
    changeRows(`
      insert into calendars (id, name, url, resource_id, busy_only, created_at, tried_at)
      values (1, 'Privat', 'x', 'dr-b', 1, 0, 0)`)
    expect(refusalOf(() => deleteResource(ctx(), 'dr-b'))?.message).toMatch(
      / kann nicht gelöscht werden: Der Kalender „Privat“ wird noch dafür gelesen\.$/,
    )
    changeRows('update calendars set resource_id = null')
    expect(refusalOf(() => deleteResource(ctx(), 'dr-b'))).toBeUndefined()
  })

  it('cannot be deleted while it is the only resource of a service', () => {
    const { ctx, addService } = openSecondDoctorApp()
    addService('labor', 'dr-b')
    expect(refusalOf(() => deleteResource(ctx(), 'dr-b'))?.message).toMatch(
      /Sonst bietet niemand diese Leistungen an: labor\.$/,
    )
  })
})
