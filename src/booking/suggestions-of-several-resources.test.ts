import { beforeEach, describe, expect, it } from 'vitest'
import { saveAbsence } from '../schedule/absences.ts'
import { Problem } from '../shared/problems.ts'
import { openTwoDoctorsApp, type TwoDoctorsApp } from '../testing/two-doctors-app.ts'
import { FREED_START } from '../testing/waiting-list-app.ts'
import { isoAt } from '../time/vienna.ts'
import { suggestForMoves } from './bulk-move-suggestions.ts'
import { suggestForMove } from './move-suggestions.ts'

let app: TwoDoctorsApp

beforeEach(() => {
  app = openTwoDoctorsApp()
})

/** A Wednesday at nine. */
const NINE = '2027-01-13T09:00:00+01:00'

/** Returns the first time with the same doctor, and doctor and time of each suggestion elsewhere. */
function firstTimes(outcome: ReturnType<typeof suggestForMoves>[number]['outcome']) {
  if (outcome instanceof Problem) throw outcome
  const [sameDoctor] = outcome.starts.map(isoAt)
  const elsewhere = outcome.elsewhere.map(({ resourceId, start }) => [resourceId, isoAt(start)])
  return { sameDoctor, elsewhere }
}

describe('a move', () => {
  it('is not suggested for the present time, or for an occupied time of a colleague', () => {
    const { id } = app.addBooking(FREED_START)
    app.addBooking(FREED_START, { resourceId: 'doctor-2' })
    const dayOfFreedStart = '2027-01-12'
    for (const resource of [undefined, 'doctor-2']) {
      const [day] = suggestForMove(app.ctx(), id, dayOfFreedStart, { resource })
      expect(day?.date).toBe(dayOfFreedStart)
      expect(day?.starts).not.toContain(Date.parse(FREED_START))
    }
  })

  it('is suggested for the same time with a colleague', () => {
    const { id } = app.addBooking(NINE)
    const [day] = suggestForMove(app.ctx(), id, '2027-01-13', { resource: 'doctor-2' })
    expect(day?.starts).toContain(Date.parse(NINE))
    const [suggestion] = suggestForMoves(app.ctx(), [id], 'doctor-2')
    expect(suggestion?.outcome).toMatchObject({ starts: expect.arrayContaining([Date.parse(NINE)]) })
  })

  it('out of a doctor’s vacation is suggested for days after it, and for the same day with a colleague', () => {
    const [halfPastNine, ten] = ['2027-01-13T09:30:00+01:00', '2027-01-13T10:00:00+01:00']
    const first = app.addBooking(NINE)
    const second = app.addBooking(halfPastNine)
    app.addBooking(halfPastNine, { resourceId: 'doctor-2' })
    const vacation = { kind: 'closure', title: 'Urlaub', reason: '', resource_id: 'doctor-1' } as const
    saveAbsence(app.assistant(), { ...vacation, from: '2027-01-13', to: '2027-01-19' })

    const suggestions = suggestForMoves(app.ctx(), [first.id, second.id])
    expect(suggestions.map(({ outcome }) => firstTimes(outcome))).toEqual([
      { sameDoctor: '2027-01-20T09:00:00+01:00', elsewhere: [['doctor-2', NINE]] },
      // At 09:00 the colleague is free, but that was suggested for the first appointment.
      { sameDoctor: '2027-01-20T09:30:00+01:00', elsewhere: [['doctor-2', ten]] },
    ])

    app.moveTo(first.id, { start: NINE, doctorId: 'doctor-2' })
    app.moveTo(second.id, { start: ten, doctorId: 'doctor-2' })
    expect(app.listReserved().filter(([doctor]) => doctor === 'doctor-2')).toHaveLength(3)
  })
})
