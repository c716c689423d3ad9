import { beforeEach, describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { notifyCancelledByPatient, notifyRequested } from './notifications.ts'

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

/** Inserts a request, by default of a new mailbox and for a week from now, and notifies the practice. */
function request({ email = `m${mailboxCount++}@a.example`, startsIn = 7 * DAY_LENGTH } = {}): Booking {
  const booking = insertOverlapping(Date.now() + startsIn, { email })
  notifyRequested(app.ctx(), booking)
  return booking
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
    for (let i = 0; i < 40; i++) {
      const booking = request()
      // Six of the forty are multiples of seven.
      if (i % 7 === 0) cancel(booking)
      app.pass(12 * MINUTE)
    }
    expect(listToPractice()).toHaveLength(40 + 6)
    expect(listSent().filter(({ kind }) => kind !== 'gathered')).toHaveLength(40 + 6)
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
      const single = listSent().length - listGathered().length
      // Each request causes two e-mails, one when it is made and one when it is cancelled. Sixty e-mails a
      // day are not gathered (ONE_BY_ONE in gathering-strangers.ts).
      expect([single, single + listSuppressed().length]).toEqual([60, 2 * REQUESTS])
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
   * Makes fifteen requests, each of which still has an e-mail of its own, then three that are cancelled, and
   * an open one.
   * @returns the open one
   */
  const requestNineteen = () => {
    for (let i = 0; i < 15; i++) request()
    for (let i = 0; i < 3; i++) cancel(request())
    return request()
  }

  it('are gathered into one e-mail after the fifteenth in an hour', () => {
    requestNineteen()
    const [mail, ...others] = listGathered()
    expect(others).toEqual([])
    expect(mail?.due_at).toBe(Date.now() + HOUR)
    expect(mail?.subject).toBe('4 Anfragen, 3 Absagen von neuen Patienten')
  })

  it('list the gathered requests without names, the open ones first', () => {
    const openRequest = requestNineteen()
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
    for (let i = 0; i < 16; i++) request()
    expect(listSent().at(-1)?.kind).toBe('gathered')
    app.pass(HOUR)
    request()
    expect(listSent().at(-1)?.kind).toBe('new-reservation')
  })

  it('list requests for today and tomorrow first, and are then sent after half an hour', () => {
    for (let i = 0; i < 16; i++) request()
    app.pass(MINUTE)
    const tomorrow = request({ startsIn: DAY_LENGTH })
    const [mail] = listGathered()
    expect(mail?.due_at).toBe(Date.now() + HOUR / 2)
    expect(mail?.subject).toBe('2 Anfragen von neuen Patienten, 1 für heute oder morgen')
    expect(mail?.text.match(/confirm\?id=\S+/)?.[0]).toBe(`confirm?id=${tomorrow.id}`)
  })

  it('are gathered without those about known patients or cancelled confirmed appointments', () => {
    for (let i = 0; i < 20; i++) request()
    expect(listGathered()).toHaveLength(1)

    const countBefore = listSent().length
    insertOverlapping(Date.now() - DAY_LENGTH, { status: 'confirmed', email: 'rosa@b.example' })
    request({ email: 'rosa@b.example' })
    const confirmed = insertOverlapping(Date.now() + DAY_LENGTH, {
      status: 'confirmed',
      email: 'only@b.example',
    })
    cancel(confirmed, { wasConfirmed: true })
    const laterMessages = listSent().slice(countBefore)
    expect(laterMessages.map(({ kind }) => kind)).toEqual(['new-reservation', 'cancelled-by-patient'])
  })
})
