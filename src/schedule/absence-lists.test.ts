import { describe, expect, it } from 'vitest'
import type { AbsenceInput } from '../shared/absence.ts'
import { openTestApp } from '../testing/test-app.ts'
import { listAbsences, listBlockedTimes, listClosures } from './absence-lists.ts'
import { daysOfInterval, saveAbsence } from './absences.ts'
import { replaceBusyTimes } from './busy-times.ts'
import { getActiveService, saveService } from './services.ts'

/** Returns the instant of a wall time on Tuesday, 12 January 2027. */
const instantAt = (time: string) => Date.parse(`2027-01-12T${time}:00+01:00`)

function aBlock(start: string, end: string): AbsenceInput {
  return {
    kind: 'block',
    title: 'Fortbildung',
    start: instantAt(start),
    end: instantAt(end),
    resource_id: null,
  }
}

function aClosure(from: string, to = from, resource_id: string | null = null): AbsenceInput {
  return { kind: 'closure', title: 'Familie', reason: 'Urlaub', from, to, resource_id }
}

describe('lists of absences', () => {
  it('contain the absences that touch the days, by start', () => {
    const app = openTestApp()
    /** Saves an absence. @returns its id */
    const save = (input: AbsenceInput) => saveAbsence(app.ctx(), input).id
    const week = save(aClosure('2027-01-14', '2027-01-20'))
    const block = save(aBlock('10:00', '11:00'))
    const wednesday = save(aClosure('2027-01-13'))
    const listIds = (from: string, to?: string) =>
      listAbsences(app.ctx(), from, to).map((absence) => absence.id)
    expect(listIds('2027-01-01')).toEqual([block, wednesday, week])
    expect(listIds('2027-01-13')).toEqual([wednesday, week])
    expect(listIds('2027-01-12', '2027-01-13')).toEqual([block, wednesday])
    expect(listIds('2027-01-20', '2027-02-01')).toEqual([week])
    expect(listIds('2027-01-21')).toEqual([])
  })

  it('separate busy times of other calendars from absences that the practice entered', () => {
    const app = openTestApp()
    const { id } = saveAbsence(app.ctx(), aClosure('2027-01-13'))
    replaceBusyTimes(app.ctx(), { kind: 'erp' }, [
      { startsAt: instantAt('09:00'), endsAt: instantAt('10:00') },
    ])
    const { absences, busy } = listBlockedTimes(app.ctx(), '2027-01-12', '2027-01-13')
    expect(absences.map((absence) => absence.id)).toEqual([id])
    expect(busy.map(({ startsAt }) => startsAt)).toEqual([instantAt('09:00')])
  })

  describe('for patients', () => {
    const openWithClosures = () => {
      const app = openTestApp()
      saveAbsence(app.ctx(), aBlock('10:00', '11:00'))
      saveAbsence(app.ctx(), aClosure('2027-01-13', '2027-01-13', 'doctor-1'))
      saveAbsence(app.ctx(), aClosure('2027-01-14'))
      const closedDays = () =>
        listClosures(app.ctx(), '2027-01-01', '2027-01-31').map((closure) => daysOfInterval(closure).from)
      return { ctx: app.ctx, closedDays }
    }

    it('contain closures, but no blocks', () => {
      expect(openWithClosures().closedDays()).toEqual(['2027-01-13', '2027-01-14'])
    })

    it('leave out the closure of one doctor while another one has an active service', () => {
      const { ctx, closedDays } = openWithClosures()
      const service = getActiveService(ctx(), 'facial')
      saveService(ctx(), { ...service, resourceId: 'doctor-2' })
      expect(closedDays()).toEqual(['2027-01-14'])
      saveService(ctx(), { ...service, resourceId: 'doctor-2', active: false })
      expect(closedDays()).toEqual(['2027-01-13', '2027-01-14'])
    })

    it('leave out the closure of one doctor who shares a service with another', () => {
      const { ctx, closedDays } = openWithClosures()
      saveService(ctx(), { ...getActiveService(ctx(), 'akupunktur'), otherResourceIds: ['doctor-2'] })
      expect(closedDays()).toEqual(['2027-01-14'])
    })
  })
})
