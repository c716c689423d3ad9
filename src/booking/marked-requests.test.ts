import { describe, expect, it } from 'vitest'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { rejectMarked } from './decisions.ts'

const START = '2027-01-12T08:30:00+01:00'

describe('rejecting marked requests', () => {
  /** Opens an app with a marked request at `START`. */
  const openMarked = () => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { startsAt: Date.parse(START), marked: true })
    const reject = (...ids: string[]) => rejectMarked(app.assistant(), ids).map(({ outcome }) => outcome)
    return { app, id, reject }
  }

  it('suppresses the message to the patient', () => {
    const { app, id, reject } = openMarked()
    expect(reject(id)).toMatchObject([{ id, status: 'rejected' }])
    expect(app.rows(`select distinct status from messages where kind = 'rejected'`)).toEqual([
      { status: 'muted' },
    ])
  })

  it('changes nothing a second time', () => {
    const { app, id, reject } = openMarked()
    reject(id)
    const stateBefore = app.bookingState()
    expect(reject(id)).toMatchObject([{ id, status: 'rejected' }])
    expect(app.bookingState()).toEqual(stateBefore)
  })

  it('is refused for a request that is not marked, and goes on with the others', () => {
    const { app, id, reject } = openMarked()
    const laterThatDay = Date.parse('2027-01-12T10:00:00+01:00')
    const unmarked = insertBooking(app.ctx().db, { startsAt: laterThatDay })
    expect(reject(unmarked.id, id)).toMatchObject([{ code: 'conflict' }, { status: 'rejected' }])
  })
})
