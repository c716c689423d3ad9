import { beforeEach, describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { notifyCancelledByPatient, notifyRequested } from './notifications.ts'

// The limits of gathering-strangers.ts, restated so that these tests fail when a limit is changed.
/** E-mails about strangers within an hour, and within a day, that are sent one by one. */
const ONE_BY_ONE = { inHour: 15, inDay: 60 }

let app: TestApp
/** How many mailboxes have made a request so far; numbers the default e-mail addresses. */
let mailboxCount: number
beforeEach(() => {
  app = openTestApp()
  mailboxCount = 0
})

/** Inserts a booking without reserving its time, so that bookings of these tests may overlap. */
function insertOverlapping(startsAt: number, changes: Partial<Booking> = {}): Booking {
  const booking = insertBooking(app.ctx().db, { startsAt, endsAt: startsAt + HOUR, ...changes })
  app.changeRows('delete from occupations')
  return booking
}

/**
 * Inserts a request and notifies the practice, by default of a new mailbox and for an appointment in a week.
 */
function request({ email = `m${mailboxCount++}@a.example`, startsIn = 7 * DAY_LENGTH } = {}): Booking {
  const booking = insertOverlapping(Date.now() + startsIn, { email })
  notifyRequested(app.ctx(), booking)
  return booking
}

/** Makes this many requests, each of a new mailbox. */
function requestSeveral(count: number): void {
  for (let i = 0; i < count; i++) request()
}

/** Cancels a booking for its patient, and notifies the practice. */
function cancel(booking: Booking, { wasConfirmed = false } = {}): void {
  app.changeRows(`update bookings set status = 'cancelled' where id = ?`, booking.id)
  notifyCancelledByPatient(app.ctx(), { ...booking, status: 'cancelled' }, { wasConfirmed, reason: '' })
}

type Mail = {
  kind: string
  status: string
  error: string | null
  subject: string
  text: string
  due_at: number
}
const listToPractice = () =>
  app.rows<Mail>(
    `select * from messages where kind in ('new-reservation', 'cancelled-by-patient', 'gathered') order by id`,
  )
const listSent = () => listToPractice().filter(({ status }) => status === 'queued')
const listGathered = () => listSent().filter(({ kind }) => kind === 'gathered')

describe('e-mails to the practice about new patients', () => {
  it('are not gathered on a busy day of forty requests and six cancellations', () => {
    const [requests, cancellations] = [40, 6]
    for (let i = 0; i < requests; i++) {
      const booking = request()
      if (i < cancellations) cancel(booking)
      app.pass(12 * MINUTE)
    }
    expect(listToPractice()).toHaveLength(requests + cancellations)
    expect(listSent().filter(({ kind }) => kind !== 'gathered')).toHaveLength(requests + cancellations)
  })

  describe('on a day with 120 requests that strangers make and cancel', () => {
    const REQUESTS = 120
    const listSuppressed = () => listToPractice().filter(({ status }) => status === 'muted')

    beforeEach(() => {
      for (let i = 0; i < REQUESTS; i++) {
        // Every third request is for today.
        cancel(request({ startsIn: i % 3 === 0 ? HOUR : 7 * DAY_LENGTH }))
        app.pass(DAY_LENGTH / REQUESTS)
      }
    })

    it('stay below a hundred', () => {
      expect(listSent().length).toBeLessThan(100)
      const single = listSent().filter(({ kind }) => kind !== 'gathered')
      expect(single).toHaveLength(ONE_BY_ONE.inDay)
      // Each request causes two e-mails, one when it is made and one when it is cancelled.
      expect(listSuppressed()).toHaveLength(2 * REQUESTS - ONE_BY_ONE.inDay)
    })

    it('stay in the outbox with the reason and their text when they are suppressed', () => {
      expect(listSuppressed()).not.toEqual([])
      for (const { error, text } of listSuppressed()) {
        expect(error).toBe('Steht mit anderen von neuen Patienten gesammelt in einer E-Mail.')
        expect(text).toContain('Musterfrau')
      }
    })
  })

  /**
   * Makes as many requests as have an e-mail each. The e-mails about the next four requests are gathered:
   * three that are cancelled, and an open one.
   * @returns the open one
   */
  const requestBeyondLimit = () => {
    requestSeveral(ONE_BY_ONE.inHour)
    for (let i = 0; i < 3; i++) cancel(request())
    return request()
  }

  it('are gathered into one e-mail after the fifteenth in an hour', () => {
    requestBeyondLimit()
    const [mail, ...others] = listGathered()
    expect(others).toEqual([])
    expect(mail?.due_at).toBe(Date.now() + HOUR)
    expect(mail?.subject).toBe('4 Anfragen, 3 Absagen von neuen Patienten')
  })

  it('list the gathered requests without names, the open ones first', () => {
    const openRequest = requestBeyondLimit()
    const [mail] = listGathered()
    const lines = mail?.text.match(/^(Neue Anfrage|Absage eines Patienten).*: .*$/gm)
    // The times of the appointments are cut out of the lines.
    expect(lines?.map((line) => line.replace(/:.*–/, ' –'))).toEqual([
      'Neue Anfrage – auf manuelle Bestätigung wartend',
      ...Array(3).fill('Neue Anfrage, Absage eines Patienten – Storniert'),
    ])
    expect(mail?.text).toContain(`/admin/confirm?id=${openRequest.id}`)
    expect(mail?.text).not.toMatch(/Musterfrau|sig=/)
  })

  it('are no longer gathered an hour after the fifteenth', () => {
    requestSeveral(ONE_BY_ONE.inHour + 1)
    expect(listSent().at(-1)?.kind).toBe('gathered')
    app.pass(HOUR)
    request()
    expect(listSent().at(-1)?.kind).toBe('new-reservation')
  })

  it('list requests for today and tomorrow first, and are then sent after half an hour', () => {
    requestSeveral(ONE_BY_ONE.inHour + 1)
    app.pass(MINUTE)
    const tomorrow = request({ startsIn: DAY_LENGTH })
    const [mail] = listGathered()
    expect(mail?.due_at).toBe(Date.now() + HOUR / 2)
    expect(mail?.subject).toBe('2 Anfragen von neuen Patienten, 1 für heute oder morgen')
    expect(mail?.text.match(/confirm\?id=\S+/)?.[0]).toBe(`confirm?id=${tomorrow.id}`)
  })

  it('are still sent after half an hour if a request for a later day follows one for tomorrow', () => {
    requestSeveral(ONE_BY_ONE.inHour)
    request({ startsIn: DAY_LENGTH })
    const [dueAt] = listGathered().map(({ due_at }) => due_at)
    expect(dueAt).toBe(Date.now() + HOUR / 2)
    app.pass(MINUTE)
    request()
    expect(listGathered()).toMatchObject([{ due_at: dueAt }])
  })

  it('are gathered without those about known patients or cancelled confirmed appointments', () => {
    requestSeveral(ONE_BY_ONE.inHour + 5)
    expect(listGathered()).toHaveLength(1)

    const countBefore = listSent().length
    const email = 'rosa@b.example'
    insertOverlapping(Date.now() - DAY_LENGTH, { status: 'confirmed', email })
    request({ email })
    const onlyAppointment = { status: 'confirmed', email: 'only@b.example' } as const
    cancel(insertOverlapping(Date.now() + DAY_LENGTH, onlyAppointment), { wasConfirmed: true })
    const laterMessages = listSent().slice(countBefore)
    expect(laterMessages.map(({ kind }) => kind)).toEqual(['new-reservation', 'cancelled-by-patient'])
  })
})
