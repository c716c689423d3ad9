import { beforeEach, describe, expect, it } from 'vitest'
import { insertBooking } from '../testing/bookings.ts'
import { decisionLinkIn } from '../testing/links.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { cancelByPatient } from './cancellation.ts'
import { decideBooking } from './decisions.ts'
import { remindPracticeOfUnanswered } from './practice-reminders.ts'

/** The start of the requested appointment, a Tuesday morning. */
const START = '2027-01-12T08:30:00+01:00'
/** A day after `NOW`, when the request was made. */
const A_DAY_LATER = '2027-01-08T13:40:00+01:00'

let app: TestApp
beforeEach(() => {
  app = openTestApp()
})

/** Inserts a request. @returns its id */
const insertRequest = (createdAt = NOW) =>
  insertBooking(app.ctx().db, { startsAt: Date.parse(START), createdAt }).id

const listReminders = () =>
  app.rows<{ text: string }>(`select text from messages where channel = 'email' and kind = 'unanswered'`)

/** Runs the job at this time. @returns the number of reminders to the practice so far */
function remindPracticeAt(iso: string): number {
  app.setClock(iso)
  remindPracticeOfUnanswered(app.ctx())
  return listReminders().length
}

describe('an unanswered request', () => {
  it('causes one reminder to the practice after 24 hours, and stays open', () => {
    insertRequest()
    expect(remindPracticeAt('2027-01-08T13:39:00+01:00')).toBe(0)
    expect(remindPracticeAt(A_DAY_LATER)).toBe(1)
    expect(remindPracticeAt('2027-01-10T13:40:00+01:00')).toBe(1)
    expect(app.rows('select status from bookings')).toEqual([{ status: 'requested' }])
  })

  it.each<{ event: string; happen: (id: string) => void }>([
    {
      event: 'its confirmation',
      happen: (id) => void decideBooking(app.ctx(), id, { decision: 'confirm' }),
    },
    { event: 'its rejection', happen: (id) => void decideBooking(app.ctx(), id, { decision: 'reject' }) },
    { event: 'its cancellation', happen: (id) => void cancelByPatient(app.ctx(), id, '') },
    { event: 'the start of its appointment', happen: () => void app.setClock(START) },
  ])('causes no reminder after $event', ({ happen }) => {
    const id = insertRequest()
    app.setClock('2027-01-08T14:00:00+01:00')
    happen(id)
    remindPracticeOfUnanswered(app.ctx())
    expect(listReminders()).toEqual([])
  })

  it('causes its reminder by day only', () => {
    insertRequest(Date.parse('2027-01-07T22:00:00+01:00'))
    expect(remindPracticeAt('2027-01-08T22:30:00+01:00')).toBe(0)
    expect(remindPracticeAt('2027-01-09T07:59:00+01:00')).toBe(0)
    expect(remindPracticeAt('2027-01-09T08:00:00+01:00')).toBe(1)
  })

  it.each([
    {
      ahead: 'two days',
      start: '2027-01-09T13:40:00+01:00',
      justBefore: '2027-01-08T13:39',
      due: '2027-01-08T13:40',
    },
    {
      ahead: 'a day',
      start: '2027-01-08T13:40:00+01:00',
      justBefore: '2027-01-07T19:59',
      due: '2027-01-08T08:00',
    },
    {
      ahead: 'an hour',
      start: '2027-01-07T14:40:00+01:00',
      justBefore: '2027-01-07T14:09',
      due: '2027-01-07T14:10',
    },
  ])('causes its reminder after half of the time to its start if it was made $ahead ahead', (request) => {
    insertBooking(app.ctx().db, { startsAt: Date.parse(request.start), createdAt: NOW })
    expect(remindPracticeAt(`${request.justBefore}:00+01:00`)).toBe(0)
    expect(remindPracticeAt(`${request.due}:00+01:00`)).toBe(1)
  })

  it('says in its reminder how long the patient has waited', () => {
    insertBooking(app.ctx().db, { startsAt: Date.parse('2027-01-07T14:40:00+01:00'), createdAt: NOW })
    remindPracticeAt('2027-01-07T14:10:00+01:00')
    expect(listReminders()[0]?.text).toContain('wartet seit 30 Minuten auf Ihre Bestätigung')
  })

  it('causes its reminder an hour before the night if the appointment begins by the next morning', () => {
    // Half of the time is over at 20:30 on the evening before the appointment, when the night has begun.
    insertBooking(app.ctx().db, {
      startsAt: Date.parse('2027-01-12T08:00:00+01:00'),
      createdAt: Date.parse('2027-01-11T09:00:00+01:00'),
    })
    expect(remindPracticeAt('2027-01-11T18:59:00+01:00')).toBe(0)
    expect(remindPracticeAt('2027-01-11T19:00:00+01:00')).toBe(1)
    expect(listReminders()[0]?.text).toContain('wartet seit 10 Stunden')
    expect(remindPracticeAt('2027-01-11T19:59:00+01:00')).toBe(1)
  })

  it('causes its reminder in the morning if the appointment begins later', () => {
    insertBooking(app.ctx().db, {
      startsAt: Date.parse('2027-01-12T08:15:00+01:00'),
      createdAt: Date.parse('2027-01-11T09:00:00+01:00'),
    })
    expect(remindPracticeAt('2027-01-11T19:59:00+01:00')).toBe(0)
    expect(remindPracticeAt('2027-01-12T08:00:00+01:00')).toBe(1)
  })

  it('can be decided by the links of its reminder', async () => {
    const id = insertRequest()
    expect(remindPracticeAt(A_DAY_LATER)).toBe(1)
    const [reminder] = listReminders()
    const { sig } = decisionLinkIn(reminder?.text ?? '', 'confirm')
    const answer = await app.browser().post('/api/admin/confirm', { id, message: '', sig })
    expect([answer.status, answer.json.status]).toEqual([200, 'confirmed'])
  })
})
