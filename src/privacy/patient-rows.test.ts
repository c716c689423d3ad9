import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { verifyEmailAddress } from '../testing/factory.ts'
import { insertLoggedMessage } from '../testing/logged-message.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { exportPatient } from './export.ts'
import { erasePatient, summarisePatient } from './patient.ts'

describe('a person without an e-mail address of their own', () => {
  /**
   * Opens an app with a patient who has no e-mail address, and a child who shares the address of the mother.
   */
  function openWithFamily() {
    const app = openTestApp()
    const { db } = app.ctx()
    // All their appointments are past, because a coming one would prevent an erasure.
    const past = { status: 'confirmed', startsAt: app.ctx().now - 40 * DAY_LENGTH } as const
    const otto = { firstName: 'Otto', lastName: 'Ohnemail', email: '', mailbox: '', mobile: '+43660111' }
    const ottosLast = insertBooking(db, { ...past, ...otto })
    insertBooking(db, { ...past, ...otto, birthOn: '', startsAt: past.startsAt - DAY_LENGTH })
    const child = insertBooking(db, {
      ...past,
      firstName: 'Max',
      birthOn: '2019-03-14',
      startsAt: past.startsAt + DAY_LENGTH,
    })
    const mother = insertBooking(db, { ...past, startsAt: past.startsAt + 2 * DAY_LENGTH })
    return { app, ottosLast, child, mother }
  }

  it('is erased with all their bookings, and the audit names only the start of an id', () => {
    const { app, ottosLast } = openWithFamily()
    expect(erasePatient(app.ctx(), { bookingId: ottosLast.id })).toMatchObject({
      label: 'Otto Ohnemail',
      bookings: 2,
    })
    const bookingsOfOtto = `select id from bookings where last_name = 'Ohnemail' or mobile = '+43660111'`
    expect(app.rows(bookingsOfOtto)).toEqual([])
    expect(refusalCode(() => erasePatient(app.ctx(), { bookingId: ottosLast.id }))).toBe('not found')
    expect(app.rows(`select action, subject from audit where action like 'person%'`)).toEqual([
      { action: 'person-erased', subject: `${ottosLast.id.slice(0, 6)}…` },
    ])
  })

  it('leaves the data of others who share the e-mail address', async () => {
    const { app, child, mother } = openWithFamily()
    const browser = app.browser()
    await verifyEmailAddress(app, browser, mother.email)
    expect(exportPatient(app.ctx(), { bookingId: child.id }).data).toMatchObject({
      person: 'Max Musterfrau',
      mailboxes: [],
      bookings: [{ id: child.id }],
      email_verifications: [],
    })

    erasePatient(app.ctx(), { bookingId: child.id })
    expect(app.rows('select first_name from bookings where email = ?', mother.email)).toEqual([
      { first_name: 'Rosa' },
    ])
    expect(summarisePatient(app.ctx(), { bookingId: mother.id })).toMatchObject({
      bookings: 1,
      verifications: 1,
    })
  })

  it('is erased from the e-mails that also name others, which no export shows', () => {
    const { app, child, mother } = openWithFamily()
    const ctx = app.ctx()
    // Each e-mail belongs to the appointment that ends first (messaging/gathering-mailbox.ts).
    for (const { id } of [child, mother])
      insertLoggedMessage(ctx, { kind: 'gathered', bookingId: id, text: 'Max und Rosa Musterfrau' })
    const aboutChild = insertLoggedMessage(ctx, {
      bookingId: child.id,
      status: 'muted',
      text: 'Max Musterfrau',
    })
    // An e-mail of an hour later gathers other appointments (`GATHERED_FOR_MS`).
    app.pass(HOUR)
    const laterAboutMother = insertLoggedMessage(app.ctx(), {
      kind: 'gathered',
      bookingId: mother.id,
      text: 'Rosa Musterfrau',
    })
    // A message to the patient is listed in no e-mail to the practice.
    insertLoggedMessage(app.ctx(), {
      kind: 'reminder',
      bookingId: child.id,
      recipient: child.email,
      text: 'Max',
    })
    expect(exportPatient(app.ctx(), { bookingId: child.id }).data.messages).toMatchObject([
      { text: 'Max Musterfrau' },
      { text: 'Max' },
    ])

    // Both e-mails about child and mother, and the two messages of the child.
    expect(erasePatient(app.ctx(), { bookingId: child.id })).toMatchObject({ messages: 4 })
    expect(app.rows(`select id from messages where text like '%Musterfrau%'`)).toEqual([
      { id: laterAboutMother },
    ])
    expect(app.rows('select text from messages where id = ?', aboutChild)).toEqual([{ text: '' }])
  })

  it('cannot be erased while an appointment is coming', () => {
    const { app } = openWithFamily()
    const { id } = insertBooking(app.ctx().db, { firstName: 'Vera', startsAt: app.ctx().now + DAY_LENGTH })
    expect(() => erasePatient(app.ctx(), { bookingId: id })).toThrow('Es steht noch ein Termin bevor.')
  })
})
