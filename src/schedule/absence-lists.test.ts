import { describe, expect, it } from 'vitest'
import type { AbsenceInput } from '../shared/absence.ts'
import { HOUR } from '../shared/day.ts'
import { blockAt } from '../testing/block-at.ts'
import { openTestApp } from '../testing/test-app.ts'
import { listAbsences, listBlockedTimes, listClosures } from './absence-lists.ts'
import { daysOfInterval, saveAbsence } from './absences.ts'
import { replaceBusyTimes } from './busy-times.ts'
import { getActiveService, saveService } from './services.ts'

type Closed = Readonly<{ from: string; to?: string; resource_id?: string | null }>

/** Returns closed days, both included: by default a single one, of the whole practice. */
function aClosure({ from, to = from, resource_id = null }: Closed): AbsenceInput {
  return { kind: 'closure', title: 'Familie', reason: 'Urlaub', from, to, resource_id }
}

describe('lists of absences', () => {
  it('contain the absences that touch the days, by start', () => {
    const app = openTestApp()
    /** Saves an absence. @returns its id */
    const save = (input: AbsenceInput) => saveAbsence(app.ctx(), input).id
    const week = save(aClosure({ from: '2027-01-14', to: '2027-01-20' }))
    // Blocks of `blockAt` are on Tuesday, 12 January.
    const block = save(blockAt('10:00', '11:00'))
    const wednesday = save(aClosure({ from: '2027-01-13' }))
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
    const { id } = saveAbsence(app.ctx(), aClosure({ from: '2027-01-13' }))
    const nine = Date.parse('2027-01-12T09:00:00+01:00')
    replaceBusyTimes(app.ctx(), { kind: 'erp' }, [{ startsAt: nine, endsAt: nine + HOUR }])
    const { absences, busy } = listBlockedTimes(app.ctx(), '2027-01-12', '2027-01-13')
    expect(absences.map((absence) => absence.id)).toEqual([id])
    expect(busy.map(({ startsAt }) => startsAt)).toEqual([nine])
  })

  describe('for patients', () => {
    /**
     * Opens a practice whose only doctor, `doctor-1`, is away on 13 January, and which is closed on the next
     * day.
     */
    const openWithClosures = () => {
      const app = openTestApp()
      saveAbsence(app.ctx(), blockAt('10:00', '11:00'))
      saveAbsence(app.ctx(), aClosure({ from: '2027-01-13', resource_id: 'doctor-1' }))
      saveAbsence(app.ctx(), aClosure({ from: '2027-01-14' }))
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
