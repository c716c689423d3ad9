import { beforeEach, describe, expect, it } from 'vitest'
import { closeHolidays, setHolidayOpen } from '../schedule/holidays.ts'
import {
  FREED_START,
  LATER_START,
  openWaitingListApp,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { decideBooking } from './decisions.ts'

/* The changes besides a cancellation that free a time for the waiting list. */

/** The length of the service for which people wait. */
const MINUTES_OF_FOLLOW_UP = 30

let app: WaitingListApp

beforeEach(() => {
  app = openWaitingListApp()
  app.setUpSms()
})

describe('time to offer', () => {
  it.each([
    {
      when: 'an appointment is rejected',
      free: () => {
        const { id } = app.addBooking(FREED_START, { status: 'requested' })
        decideBooking(app.assistant(), id, { decision: 'reject' })
      },
    },
    {
      when: 'an appointment is moved',
      free: () => app.moveByStaff(app.addBooking(FREED_START), LATER_START),
    },
    {
      when: 'a move that its patient asked for is withdrawn',
      free: () => {
        const booking = app.addBooking(LATER_START)
        app.askToMove(booking, FREED_START)
        app.askToMove(booking, LATER_START)
      },
    },
    { when: 'an absence is removed', free: () => app.freeTimeOfAbsence(FREED_START, MINUTES_OF_FOLLOW_UP) },
  ])('becomes available when $when', ({ free }) => {
    const dayOfFreedStart = '2027-01-12'
    app.addCaller('waiting', { parts: ['morning'], not_after: dayOfFreedStart })
    free()
    app.offerAfterUndoTime()
    expect(app.summariseOffers()).toEqual([['waiting', 'open', FREED_START]])
  })

  it('becomes available from the first working hour on when the practice opens on a public holiday', () => {
    const easterMonday = '2027-03-29'
    closeHolidays(app.ctx())
    app.addCaller('waiting', { not_before: easterMonday, not_after: easterMonday })
    setHolidayOpen(app.assistant(), easterMonday, true)
    app.offerAfterUndoTime()
    expect(app.summariseOffers()).toEqual([['waiting', 'open', `${easterMonday}T08:00:00+02:00`]])
  })
})
