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

/** The services and starts of appointments with different lengths and paddings, on two days. */
const APPOINTMENTS = [
  { serviceId: 'erstordination', start: '2027-01-12T08:30:00+01:00' },
  { serviceId: 'folgebehandlung', start: '2027-01-12T09:30:00+01:00' },
  { serviceId: 'akupunktur', start: '2027-01-12T10:20:00+01:00' },
  { serviceId: 'folgebehandlung', start: '2027-01-13T09:30:00+01:00' },
  { serviceId: 'erstordination', start: '2027-01-13T08:30:00+01:00' },
]

/** Opens an app with these appointments, and then closes both of their days. */
function openClosed() {
  const app = openTestApp()
  const ids = APPOINTMENTS.map(({ serviceId, start }) => {
    const input = { serviceId, start: Date.parse(start), contact: CALLER, message: '' }
    return createManualBooking(app.assistant(), input).id
  })
  const days = { from: '2027-01-12', to: '2027-01-13' }
  saveAbsence(app.ctx(), { kind: 'closure', title: '', reason: '', resource_id: null, ...days })
  /** Returns the starts that are suggested for each appointment. */
  const suggest = () =>
    suggestForMoves(app.ctx(), ids).map(({ outcome }) => (outcome instanceof Problem ? [] : outcome.starts))
  return { app, ids, suggest }
}

describe('times suggested for several appointments within an absence', () => {
  it('are outside the absence, one on each of the next days, close to the original time of day', () => {
    const [first, second, , fourth] = openClosed().suggest()
    expect(first?.map(isoAt)).toEqual([
      '2027-01-14T08:30:00+01:00',
      '2027-01-15T08:30:00+01:00',
      '2027-01-18T08:30:00+01:00',
    ])
    expect(second?.[0]).toBe(Date.parse('2027-01-14T09:30:00+01:00'))
    // Another appointment, at 09:30 on the first day, has already taken this suggestion.
    expect(fourth?.[0]).not.toBe(second?.[0])
  })

  it.each([0, 1, 2])(
    'never collide, whichever the practice chooses, beginning with number %i',
    (firstChosen) => {
      const { app, ids, suggest } = openClosed()
      const suggested = suggest()
      expect(suggested.map((starts) => starts.length)).toEqual([3, 3, 3, 3, 3])
      for (const [i, id] of ids.entries()) {
        // Each appointment takes a different one of its three suggestions than the appointment before it.
        const start = suggested[i]?.[(firstChosen + i) % 3] ?? 0
        const { booking } = moveBooking(app.assistant(), id, { start, message: '', notify: false })
        expect(booking.startsAt).toBe(start)
      }
    },
  )

  it('are replaced by the reason if an appointment cannot be moved', () => {
    const { app, ids } = openClosed()
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
