import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { lastMail } from '../testing/factory.ts'
import { withPlainSpaces } from '../testing/plain-spaces.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openSeriesApp, SERIES_STARTS, type SeriesApp } from '../testing/series-app.ts'
import { cancelByStaff } from './cancellation.ts'
import { undoChange } from './undo.ts'
import { UNDO_MS } from './undoable-changes.ts'

let app: SeriesApp
beforeEach(() => {
  app = openSeriesApp()
})

/** A message of the outbox. */
type StoredMessage = { kind: string; subject: string; text: string; calendar: string; due_at: number }

/** Milliseconds that pass while the e-mail about the series is still delayed, for `UNDO_MS`. */
const WHILE_DELAYED = 1000

/** Enters the series. Returns its first three appointments by name. */
const enterSeries = ({ undoable = false } = {}) => {
  const [first, second, third] = app.enterSeries({ undoable }).bookings
  return { first, second, third }
}

/** Lists all messages of a channel, in order. */
const listMessages = (channel: 'email' | 'sms') =>
  app.rows<StoredMessage>('select * from messages where channel = ? order by id', channel)

describe('the messages about a new series', () => {
  it('include one e-mail, with all times and the practice’s text', () => {
    app.enterSeries({ message: 'Bitte Sportkleidung.' })
    const [mail, ...others] = listMessages('email')
    expect([mail?.kind, others]).toEqual(['series-confirmed', []])
    expect(mail?.subject).toMatch(/^4 Termine bestätigt, der erste: Dienstag, 12\./)
    const text = withPlainSpaces(mail?.text ?? '')
    expect(text).toContain('1 von 4: Dienstag, 12. Jänner 2027, 10:00 Uhr')
    expect(text).toContain('4 von 4: Dienstag, 2. Februar 2027')
    expect(text).toContain('> Bitte Sportkleidung.')
  })

  it('ask patients to call only once they can no longer change an appointment online', () => {
    app.enterSeries()
    expect(withPlainSpaces(listMessages('email')[0]?.text ?? '')).toContain(
      'in „Meine Termine“, bis 24 Stunden vor dem Termin. Danach rufen Sie uns bitte an: +43 5572 000000.',
    )
  })

  it('include a calendar file with an entry for each appointment', () => {
    app.enterSeries()
    const [mail] = listMessages('email')
    expect(mail?.calendar).toContain('METHOD:PUBLISH')
    expect(mail?.calendar.match(/BEGIN:VEVENT/g)).toHaveLength(SERIES_STARTS.length)
    expect(new Set(mail?.calendar.match(/UID:.*/g)).size).toBe(SERIES_STARTS.length)
  })

  it('include one SMS, with the first time', () => {
    app.setUpSms()
    app.enterSeries()
    const [sms, ...others] = listMessages('sms')
    expect([sms?.kind, others]).toEqual(['series-confirmed', []])
    expect(sms?.text).toContain('4 Termine bestätigt, der erste: Di 12. Jänner, 10:00 Uhr.')
  })
})

describe('cancelling one appointment while the e-mail about its series is still delayed', () => {
  it('releases that e-mail, followed by one that withdraws the appointment from the calendar', () => {
    const { third } = enterSeries({ undoable: true })
    app.pass(WHILE_DELAYED)
    cancelByStaff(app.assistant(), third.id, '')
    const [confirmed, cancelled, ...others] = listMessages('email')
    expect([confirmed, cancelled, others]).toMatchObject([
      { kind: 'series-confirmed', due_at: Date.now() },
      { kind: 'cancelled', due_at: Date.now() },
      [],
    ])
    expect(cancelled?.calendar).toContain('METHOD:CANCEL')
    expect(lastMail(app).text).toContain('Serie: 3 von 4')
  })

  it('ends the time in which the series can be undone', () => {
    const { first, third } = enterSeries({ undoable: true })
    app.pass(WHILE_DELAYED)
    cancelByStaff(app.assistant(), third.id, '')
    expect(refusalCode(() => undoChange(app.assistant(), first.id))).toBe('too_late')
  })
})

describe('a change without notification while the e-mail about its series is still delayed', () => {
  /** Lists the kinds of all e-mails, in order. */
  const listKinds = () => listMessages('email').map(({ kind }) => kind)

  it('is announced when it moves one appointment', () => {
    const { third } = enterSeries({ undoable: true })
    app.pass(WHILE_DELAYED)
    expect(app.moveSilently(third, '2027-01-26T11:00:00+01:00').announced).toBe(true)
    expect(listKinds()).toEqual(['series-confirmed', 'moved'])
  })

  it('is announced when it moves an appointment and all later ones', () => {
    const { second } = enterSeries({ undoable: true })
    app.pass(WHILE_DELAYED)
    app.moveThisAndLater(second, '2027-01-19T11:00:00+01:00', { notify: false })
    expect(listKinds()).toEqual(['series-confirmed', 'series-moved'])
    expect(withPlainSpaces(listMessages('email')[1]?.text ?? '')).toContain('11:00 Uhr')
  })

  it('is announced when it cancels one appointment', () => {
    const { third } = enterSeries({ undoable: true })
    app.pass(WHILE_DELAYED)
    expect(cancelByStaff(app.assistant(), third.id, '', { notify: false }).announced).toBe(true)
    expect(listKinds()).toEqual(['series-confirmed', 'cancelled'])
  })

  it('is announced only for appointments that the delayed e-mail names', () => {
    const { first, second, third } = enterSeries()
    app.pass(WHILE_DELAYED)
    app.moveThisAndLater(second, '2027-01-19T11:00:00+01:00', { undoable: true })
    app.pass(WHILE_DELAYED)
    expect(cancelByStaff(app.assistant(), first.id, '', { notify: false }).announced).toBe(false)
    expect(app.moveSilently(third, '2027-01-26T12:00:00+01:00').announced).toBe(true)
    expect(listKinds()).toEqual(['series-confirmed', 'series-moved', 'moved'])
  })

  it('is not announced once that e-mail has been sent', () => {
    const { second, third } = enterSeries({ undoable: true })
    app.pass(UNDO_MS + 1)
    app.moveSilently(third, '2027-01-26T11:00:00+01:00')
    app.moveThisAndLater(second, '2027-01-19T12:00:00+01:00', { notify: false })
    cancelByStaff(app.assistant(), third.id, '', { notify: false })
    expect(listKinds()).toEqual(['series-confirmed'])
  })
})

describe('the message about a move of an appointment and all later ones', () => {
  const lastText = () => withPlainSpaces(listMessages('email').at(-1)?.text ?? '')

  it('states the earlier times that the patient was told', () => {
    const { third } = enterSeries()
    app.changeRows(`update messages set status = 'sent'`)
    app.pass(MINUTE)
    app.moveThisAndLater(third, '2027-01-27T10:00:00+01:00', { notify: false })
    app.pass(MINUTE)
    app.moveThisAndLater(third, '2027-01-28T11:00:00+01:00')
    expect(lastText()).toContain('28. Jänner 2027, 11:00 Uhr, bisher Di 26. Jänner, 10:00')
    expect(lastText()).toContain('4. Februar 2027, 11:00 Uhr, bisher Di 2. Februar, 10:00')
  })

  it('states those of an earlier such message, even if that one still waits', () => {
    const { third } = enterSeries()
    app.changeRows(`update messages set status = 'sent'`)
    app.pass(MINUTE)
    app.moveThisAndLater(third, '2027-01-27T10:00:00+01:00')
    app.pass(MINUTE)
    app.moveThisAndLater(third, '2027-01-28T11:00:00+01:00')
    expect(lastText()).toContain('bisher Mi 27. Jänner, 10:00')
  })
})
