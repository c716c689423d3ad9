import { describe, expect, it } from 'vitest'
import { decrypt } from '../access/crypto.ts'
import { listBookings } from '../backoffice/booking-list.ts'
import { resendMessage } from '../backoffice/booking-messages.ts'
import { claimDue } from '../messaging/outbox/queue.ts'
import { retryMessage } from '../messaging/outbox/retry.ts'
import type { CorrectedContact } from '../shared/contact/manual-contact.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { book, CALLER } from '../testing/factory.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { getBooking } from './bookings.ts'
import { cancelByStaff } from './cancellation.ts'
import { maskedSvnr, storedContact } from './contact-columns.ts'
import { correctContact } from './contact-correction.ts'
import { decideBooking } from './decisions.ts'
import { createManualBooking } from './manual-booking.ts'
import { moveBooking } from './moves.ts'
import { moveByPatient } from './patient-moves.ts'
import { undoDecision } from './undo.ts'

/** A booking that is requested, or confirmed, and what corrects single fields of its contact. */
async function requested(decision?: 'confirm') {
  const app = openTestApp()
  app.setUpSms()
  const { json } = await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
  const id: string = json.id
  const correct = (changes: Partial<CorrectedContact>) => {
    const contact = storedContact(getBooking(app.ctx(), id))
    return correctContact(app.assistant(), id, { ...contact, svn4: '', ...changes })
  }
  const number = () => {
    const { svnr } = getBooking(app.ctx(), id)
    return svnr && decrypt(app.ctx(), `bookings:svnr:${id}`, svnr)
  }
  if (decision) decideBooking(app.assistant(), id, { decision })
  return { app, id, correct, number, booking: () => getBooking(app.ctx(), id) }
}

const LAST_MAIL = `select recipient, status, error, calendar from messages
  where channel = 'email' and kind = 'confirmed' order by id desc limit 1`
const LAST_SMS = LAST_MAIL.replace("'email'", "'sms'")

describe('a corrected contact', () => {
  it('is stored in the form in which contacts are, and everything reads it', async () => {
    const { app, id, correct, booking } = await requested()
    app.pass(1000)
    const changes = { lastName: 'Müller', email: 'Rosa+Termin@Beispiel.example', city: 'Bregenz' }
    expect(correct(changes)).toEqual(['lastName', 'email', 'city'])
    const email = { email: 'rosa+termin@beispiel.example', mailbox: 'rosa@beispiel.example' }
    expect(booking()).toMatchObject({ ...changes, ...email, updatedAt: app.ctx().now })
    const found = (search: string) =>
      listBookings(app.ctx(), { search }, { limit: 9, offset: 0 }).bookings.map((row) => row.booking.id)
    expect([found('Mueller'), found('Musterfrau')]).toEqual([[id], []])
    expect((await app.browser().get(`/api/bookings/${id}`)).json.contact).toMatchObject({
      name: 'Rosa Müller',
    })
  })

  it('names the changed fields in history and audit, and no value', async () => {
    const { app, id, correct } = await requested()
    correct({ mobile: '0664 7654321', birthDate: '', svn4: null })
    expect(app.rows(`select actor_name, message from events where kind = 'contact-changed'`)).toEqual([
      { actor_name: 'assistenz@ordination.example', message: 'Telefon, Geburtsdatum, SVNR' },
    ])
    expect(app.rows('select action, subject, changes from audit')).toEqual([
      {
        action: 'booking-contact-changed',
        subject: `${id.slice(0, 6)}…`,
        changes: JSON.stringify([{ field: 'mobile' }, { field: 'birthDate' }, { field: 'svn4' }]),
      },
    ])
  })

  it('changes nothing when it is the same, however it is written', async () => {
    const { app, correct, booking } = await requested()
    const before = booking()
    app.pass(1000)
    expect(correct({ email: 'ROSA@Musterfrau.example', svn4: '1237' })).toEqual([])
    expect(booking()).toEqual(before)
    expect(
      app.rows(`select 1 from events where kind = 'contact-changed' union all select 1 from audit`),
    ).toEqual([])
  })

  it('of a confirmed appointment that is not over goes to Odoo', () => {
    const app = openTestApp()
    app.setUpOdoo()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    const pushes = () => app.rows(`select booking_id from messages where channel = 'erp'`)
    correctContact(app.assistant(), id, { ...CALLER, svn4: '' })
    expect(pushes()).toEqual([{ booking_id: id }])
    app.change(`delete from messages`)
    app.pass(30 * DAY_LENGTH)
    correctContact(app.assistant(), id, { ...CALLER, lastName: 'Müller', svn4: '' })
    expect(pushes()).toEqual([])
  })

  it('is possible for what is cancelled or over', async () => {
    const { app, id, correct, booking } = await requested()
    cancelByStaff(app.assistant(), id, '')
    app.pass(30 * DAY_LENGTH)
    correct({ firstName: 'Rosalie' })
    expect(booking()).toMatchObject({ status: 'cancelled', firstName: 'Rosalie' })
    expect(refusalOf(() => correctContact(app.assistant(), 'x', { ...CALLER, svn4: '' }))?.code).toBe(
      'not found',
    )
  })
})

describe('the social security number', () => {
  it('stays, is entered anew or removed', async () => {
    const { correct, number, booking } = await requested()
    correct({ firstName: 'Rosalie' })
    expect(number()).toBe('1237010180')
    correct({ svn4: '1237140180' })
    expect(number()).toBe('1237140180')
    correct({ svn4: null })
    expect([number(), maskedSvnr(booking())]).toEqual([null, null])
    correct({ svn4: '1237' })
    expect(number()).toBe('1237010180')
  })

  it('follows a corrected birth date only where its check digit fits', async () => {
    const { correct, number, booking } = await requested()
    const svn4 =
      'Die gespeicherte SVNR passt nicht zum neuen Geburtsdatum. Bitte neu eingeben oder entfernen.'
    const refused = refusalOf(() => correct({ birthDate: '1981-01-01' }))
    expect([refused?.code, refused?.facts.fields]).toEqual(['invalid', { svn4 }])
    expect([number(), booking().birthOn]).toEqual(['1237010180', '1980-01-01'])
    expect(correct({ birthDate: '1980-01-28' })).toEqual(['birthDate', 'svn4'])
    expect(number()).toBe('1237280180')
  })

  it('of an e-card with another date stays when the birth date is corrected', async () => {
    const { correct, number } = await requested()
    correct({ svn4: '1237140180' })
    correct({ birthDate: '1981-01-01' })
    expect(number()).toBe('1237140180')
  })
})

describe('messages to a patient whose contact was corrected', () => {
  it('that wait go to the new address and number, with an invitation for it', async () => {
    const { app, correct } = await requested('confirm')
    correct({ email: 'rosa@beispiel.example', mobile: '0664 7654321' })
    const [mail] = app.rows<{ recipient: string; status: string; calendar: string }>(LAST_MAIL)
    expect(mail).toMatchObject({ recipient: 'rosa@beispiel.example', status: 'queued' })
    expect(mail?.calendar.replaceAll('\r\n ', '')).toContain('MAILTO:rosa@beispiel.example')
    expect(app.rows(LAST_SMS)).toMatchObject([{ recipient: '+436647654321', status: 'queued' }])
    const practice = `select recipient from messages where kind = 'new-reservation'`
    expect(app.rows(practice)).toEqual([{ recipient: 'termine@ordination.example' }])
  })

  it('are suppressed with the reason where none can reach the new ones', async () => {
    const { app, correct } = await requested('confirm')
    correct({ email: '', mobile: '05572 12345' })
    expect([...app.rows(LAST_MAIL), ...app.rows(LAST_SMS)]).toMatchObject([
      { recipient: '', status: 'suppressed', error: 'Es ist keine E-Mail-Adresse angegeben.' },
      { recipient: '05572 12345', status: 'suppressed', error: 'Festnetznummer: keine SMS möglich.' },
    ])
  })

  it('are suppressed as SMS, and not sent again, once the patient is known to be a minor', async () => {
    const { app, id, correct } = await requested('confirm')
    const error = 'Keine SMS an Minderjährige (niemand anderer hat gebucht).'
    correct({ birthDate: '2019-03-14', svn4: null, mobile: '0664 7654321' })
    expect(app.rows(LAST_SMS)).toMatchObject([{ status: 'suppressed', error }])
    const [sms] = app.rows<{ id: number }>(
      `update messages set status = 'sent' where channel = 'sms' returning id`,
    )
    const message = { bookingId: id, channel: 'sms', id: sms?.id ?? 0 } as const
    expect(refusalOf(() => resendMessage(app.assistant(), message))?.message).toBe(error)
  })

  it('go to the new address when they are sent again or retried', async () => {
    const { app, id, correct } = await requested('confirm')
    const [email, sms] = app.rows<{ id: number }>(
      `update messages set status = case channel when 'sms' then 'failed' else 'sent' end
        where kind = 'confirmed' returning id`,
    )
    correct({ email: 'rosa@beispiel.example', mobile: '0664 7654321' })
    expect(app.rows(LAST_MAIL)).toMatchObject([{ recipient: 'rosa@musterfrau.example' }])
    resendMessage(app.assistant(), { bookingId: id, channel: 'email', id: email?.id ?? 0 })
    expect(app.rows(LAST_MAIL)).toMatchObject([{ recipient: 'rosa@beispiel.example', status: 'queued' }])
    retryMessage(app.assistant(), 'sms', sms?.id ?? 0)
    expect(app.rows(LAST_SMS)).toMatchObject([{ recipient: '+436647654321', status: 'queued' }])
  })

  it('are not sent again where none can reach the new ones', async () => {
    const { app, id, correct } = await requested('confirm')
    const sent = app.rows<{ id: number; channel: 'email' | 'sms' }>(
      `update messages set status = 'sent' where kind = 'confirmed' returning id, channel`,
    )
    correct({ email: '', mobile: '05572 12345' })
    const refusals = sent.map((message) =>
      refusalOf(() => resendMessage(app.assistant(), { bookingId: id, ...message })),
    )
    expect(refusals).toMatchObject([
      { code: 'conflict', message: 'Es ist keine E-Mail-Adresse angegeben.' },
      { code: 'conflict', message: 'Festnetznummer: keine SMS möglich.' },
    ])
  })

  it('can be sent once an address is known', () => {
    const app = openTestApp()
    const { id } = createManualBooking(app.assistant(), {
      serviceId: 'folgebehandlung',
      start: Date.parse('2027-01-12T10:00:00+01:00'),
      contact: CALLER,
      message: '',
    })
    correctContact(app.assistant(), id, { ...CALLER, email: 'otto@beispiel.example', svn4: '' })
    const [{ id: mail } = { id: 0 }] = app.rows<{ id: number }>(
      `select id from messages where channel = 'email' and kind = 'confirmed'`,
    )
    retryMessage(app.assistant(), 'email', mail)
    expect(claimDue(app.ctx(), { channel: 'email', lane: 'others' }, 1000)).toMatchObject({
      id: mail,
      recipient: 'otto@beispiel.example',
    })
  })
})

describe('a correction is no change of the appointment, so it', () => {
  it('leaves a confirmation that can be taken back as it is', async () => {
    const { app, id, correct, booking } = await requested()
    decideBooking(app.assistant(), id, { decision: 'confirm', undoable: true })
    app.pass(1000)
    correct({ lastName: 'Müller' })
    undoDecision(app.assistant(), id)
    expect(booking()).toMatchObject({ status: 'requested', lastName: 'Müller' })
  })

  it('lets the same decision on a move be answered as before', async () => {
    const { app, id, correct } = await requested('confirm')
    moveByPatient(app.ctx(), id, { start: Date.parse('2027-01-12T10:00:00+01:00'), message: '' })
    decideBooking(app.assistant(), id, { decision: 'reject' })
    correct({ lastName: 'Müller' })
    expect(decideBooking(app.assistant(), id, { decision: 'reject' })).toMatchObject({
      repeated: true,
      about: 'move',
    })
  })

  it('does not lose the time that the patient has asked for', async () => {
    const { app, id, correct, booking } = await requested('confirm')
    const asked = Date.parse('2027-01-12T10:00:00+01:00')
    moveByPatient(app.ctx(), id, { start: asked, message: '' })
    correct({ lastName: 'Müller' })
    app.pass(1000)
    const start = Date.parse('2027-01-14T10:00:00+01:00')
    moveBooking(app.assistant(), id, { start, message: '', notify: true, undoable: true })
    undoDecision(app.assistant(), id)
    expect(booking().moveToAt).toBe(asked)
  })
})
