import { describe, expect, it } from 'vitest'
import { saveAbsence } from '../schedule/absences.ts'
import { Problem } from '../shared/problems.ts'
import { CALLER } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'
import { suggestForMoves } from './bulk-move-suggestions.ts'
import { cancelByStaff } from './cancellation.ts'
import { createManualBooking } from './manual-booking.ts'
import { moveBooking } from './moves.ts'

const FIRST_VISIT_START = '2027-01-12T08:30:00+01:00'
/** The starts of two follow-ups at the same time of day, on the two days of the absence. */
const FOLLOW_UP_START = '2027-01-12T09:30:00+01:00'
const SECOND_FOLLOW_UP_START = '2027-01-13T09:30:00+01:00'

/** Appointments with different lengths and paddings. They do not have the order of their starts. */
const APPOINTMENTS = [
  { serviceId: 'erstordination', start: FIRST_VISIT_START },
  { serviceId: 'folgebehandlung', start: FOLLOW_UP_START },
  { serviceId: 'akupunktur', start: '2027-01-12T10:20:00+01:00' },
  { serviceId: 'folgebehandlung', start: SECOND_FOLLOW_UP_START },
  { serviceId: 'erstordination', start: '2027-01-13T08:30:00+01:00' },
]

/** Enters these appointments, and then an absence on both of their days. */
function openWithAbsence() {
  const app = openTestApp()
  const ids = APPOINTMENTS.map(({ serviceId, start }) => {
    const input = { serviceId, start: Date.parse(start), contact: CALLER, message: '' }
    return createManualBooking(app.assistant(), input).id
  })
  const days = { from: '2027-01-12', to: '2027-01-13' }
  saveAbsence(app.ctx(), { kind: 'closure', title: '', reason: '', resource_id: null, ...days })
  return {
    app,
    ids,
    /** Returns the suggestion for each appointment. @throws Problem when one cannot be moved */
    suggest: () =>
      suggestForMoves(app.ctx(), ids).map(({ outcome }) => {
        if (outcome instanceof Problem) throw outcome
        return outcome
      }),
  }
}

describe('times suggested for several appointments within an absence', () => {
  it('are outside the absence, one on each of the next days, close to the original time of day', () => {
    const suggestions = openWithAbsence().suggest()
    const startsFor = (start: string) => {
      const suggestion = suggestions.find(({ booking }) => booking.startsAt === Date.parse(start))
      return suggestion?.starts.map(isoAt)
    }
    expect(startsFor(FIRST_VISIT_START)).toEqual([
      '2027-01-14T08:30:00+01:00',
      '2027-01-15T08:30:00+01:00',
      '2027-01-18T08:30:00+01:00',
    ])
    const suggestedFirst = '2027-01-14T09:30:00+01:00'
    expect(startsFor(FOLLOW_UP_START)?.[0]).toBe(suggestedFirst)
    // This start would be the closest for the second follow-up too, but the first one has it already.
    expect(startsFor(SECOND_FOLLOW_UP_START)?.[0]).not.toBe(suggestedFirst)
  })

  it.each([0, 1, 2])(
    'never collide, whichever the practice chooses, beginning with number %i',
    (firstChosen) => {
      const { app, suggest } = openWithAbsence()
      const suggestions = suggest()
      expect(suggestions.map(({ starts }) => starts.length)).toEqual([3, 3, 3, 3, 3])
      for (const [i, { booking, starts }] of suggestions.entries()) {
        // Each appointment takes a different one of its three suggestions than the appointment before it.
        const start = starts[(firstChosen + i) % 3] ?? 0
        const moved = moveBooking(app.assistant(), booking.id, { start, message: '', notify: false })
        expect(moved.booking.startsAt).toBe(start)
      }
    },
  )

  it('are replaced by the reason if an appointment cannot be moved', () => {
    const { app, ids } = openWithAbsence()
    const [cancelledId = '', otherId = ''] = ids
    cancelByStaff(app.assistant(), cancelledId, '')
    const [cancelled, unknown, other] = suggestForMoves(app.ctx(), [cancelledId, 'unknown', otherId])
    expect([cancelled?.outcome, unknown?.outcome]).toMatchObject([
      { code: 'already_decided' },
      { code: 'not found' },
    ])
    expect(other?.outcome).toMatchObject({ starts: { length: 3 } })
  })
})
