import { beforeEach, describe, expect, it } from 'vitest'
import { bookings, type Message } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { insertMessage } from './queue.ts'
import { changesForPresentRecipient, columnsForPresentRecipient, presentRecipient } from './recipient.ts'

let app: TestApp
let bookingId: string
beforeEach(() => {
  app = openTestApp()
  bookingId = insertBooking(app.ctx().db, { status: 'confirmed', mobile: '0664 1234567' }).id
})

/** Stores a message, by default an e-mail to the address of the booking. */
const addMessage = (changes: Partial<Message> = {}) => {
  const content = { recipient: 'rosa@musterfrau.example', text: 'Text', html: '<p>Text</p>', bookingId }
  return insertMessage(app.ctx(), { channel: 'email', kind: 'confirmed', ...content }, changes)
}

const correctContact = (changes: Partial<typeof bookings.$inferInsert>) =>
  app.ctx().db.update(bookings).set(changes).run()

describe('the present recipient of a message', () => {
  it('is the present e-mail address or number of the patient', () => {
    correctContact({ email: 'rosa@neu.example', mobile: '0043 664 7654321' })
    expect(presentRecipient(app.ctx(), addMessage())).toBe('rosa@neu.example')
    expect(presentRecipient(app.ctx(), addMessage({ channel: 'sms' }))).toBe('+436647654321')
  })

  it('is the number as it was typed if no SMS can reach it', () => {
    correctContact({ mobile: '05572 12345' })
    expect(presentRecipient(app.ctx(), addMessage({ channel: 'sms' }))).toBe('05572 12345')
  })

  it('is the present e-mail address of the practice for an e-mail to the practice', () => {
    writeSettings(app.ctx(), 'urls', { ADMIN_EMAIL: 'empfang@ordination.example' })
    const message = addMessage({ kind: 'new-reservation' })
    expect(presentRecipient(app.ctx(), message)).toBe('empfang@ordination.example')
  })

  it.each<{ what: string; changes: Partial<Message> }>([
    { what: 'a message without an appointment', changes: { bookingId: null } },
    { what: 'a push to Odoo', changes: { kind: 'erp-push', channel: 'erp' } },
  ])('stays as it is for $what', ({ changes }) => {
    correctContact({ email: 'rosa@neu.example' })
    const message = addMessage({ recipient: 'unchanged', ...changes })
    expect(presentRecipient(app.ctx(), message)).toBe('unchanged')
  })
})

describe('readdressing a message', () => {
  const calendar = 'BEGIN:VCALENDAR'

  it('changes nothing while the recipient is the same', () => {
    expect(changesForPresentRecipient(app.ctx(), addMessage({ calendar }))).toEqual({})
    expect(columnsForPresentRecipient(app.ctx(), addMessage({ calendar }))).toEqual({})
  })

  it('rewrites its invitation, which names the recipient, in the stored body too', () => {
    correctContact({ email: 'rosa@neu.example' })
    const row = addMessage({ calendar })
    const changes = changesForPresentRecipient(app.ctx(), row)
    expect(changes.recipient).toBe('rosa@neu.example')
    expect(changes.calendar?.replaceAll('\r\n ', '')).toContain('MAILTO:rosa@neu.example')
    // A packed body would still contain the old invitation.
    expect(columnsForPresentRecipient(app.ctx(), row)).toEqual({
      text: 'Text',
      html: '<p>Text</p>',
      ...changes,
      packed: null,
      dictionaryId: null,
    })
  })

  it.each<{ what: string; message: Partial<Message> }>([
    { what: 'it has no invitation', message: {} },
    { what: 'its kind invites to nothing', message: { kind: 'reminder', calendar } },
  ])('changes only the recipient if $what', ({ message }) => {
    correctContact({ email: 'rosa@neu.example' })
    const newRecipient = { recipient: 'rosa@neu.example' }
    expect(changesForPresentRecipient(app.ctx(), addMessage(message))).toEqual(newRecipient)
    expect(columnsForPresentRecipient(app.ctx(), addMessage(message))).toEqual(newRecipient)
  })

  it('changes only the recipient if there is nobody to invite', () => {
    correctContact({ email: '' })
    expect(changesForPresentRecipient(app.ctx(), addMessage({ calendar }))).toEqual({ recipient: '' })
  })
})
