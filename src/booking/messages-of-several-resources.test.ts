import { beforeEach, describe, expect, it } from 'vitest'
import { saveText } from '../messaging/text-editing.ts'
import { writeSettings } from '../practice/settings.ts'
import { saveResource } from '../schedule/resources.ts'
import { MINUTE } from '../shared/day.ts'
import { smsLength } from '../shared/messages/sms-length.ts'
import { withPlainSpaces } from '../testing/plain-spaces.ts'
import { openTwoDoctorsApp, THREE_WEEKS, type TwoDoctorsApp } from '../testing/two-doctors-app.ts'
import { FREED_START, LATER_START } from '../testing/waiting-list-app.ts'
import { decideBooking } from './decisions.ts'
import { offerByHand } from './manual-offers.ts'
import { takeOffer } from './offer-answers.ts'
import { moveByPatient } from './patient-moves.ts'
import { cancelThisAndLater } from './series-changes.ts'

// Starts on one Wednesday, "Mittwoch, 13. Jänner 2027".
const AT_NINE = '2027-01-13T09:00:00+01:00'
const AT_TEN = '2027-01-13T10:00:00+01:00'
const AT_ELEVEN = '2027-01-13T11:00:00+01:00'

/** A patient whom messages reach by SMS too. */
const WITH_MOBILE = { mobile: '+43 660 1234567' }

let app: TwoDoctorsApp

beforeEach(() => {
  app = openTwoDoctorsApp()
  // Appointments are with the first doctor by default, so with Dr. A. The second one is Dr. B.
  saveResource(app.ctx(), 'doctor-1', { name: 'Dr. A' })
  // The practice gets its own messages at this address.
  writeSettings(app.ctx(), 'practice', { mail: 'ordination@praxis.example' })
})

/** Lets a minute pass and marks all messages as sent, so that the patient knows what they say. */
function markAllSent(): void {
  app.pass(MINUTE)
  app.changeRows(`update messages set status = 'sent'`)
}

/** Returns the text of the last message of a kind, by default of the e-mail; '' without one. */
function lastText(kind: string, channel: 'email' | 'sms' = 'email'): string {
  const texts = 'select text from messages where kind = ? and channel = ? order by id'
  return withPlainSpaces(app.rows<{ text: string }>(texts, kind, channel).at(-1)?.text ?? '')
}

describe('messages of a practice with several doctors', () => {
  it('about a move name the doctor, and the earlier doctor if the doctor changes', () => {
    const { id } = app.addBooking(AT_NINE, WITH_MOBILE)
    app.moveTo(id, { start: AT_TEN })
    expect(lastText('moved')).toContain('Bisher: Mittwoch, 13. Jänner 2027, 09:00 Uhr. Die neue Zeit')
    expect(lastText('moved')).toContain('Bei: Dr. A')

    markAllSent()
    app.moveTo(id, { start: AT_NINE, doctorId: 'doctor-2' })
    expect(lastText('moved')).toContain(
      'Bisher: Mittwoch, 13. Jänner 2027, 10:00 Uhr, bei Dr. A. Die neue Zeit',
    )
    expect(lastText('moved')).toContain('Bei: Dr. B')
    expect(lastText('moved', 'sms')).toContain(
      'Mi 13. Jänner, 09:00 Uhr (Dr. B) statt Mi 13. Jänner, 10:00 Uhr',
    )

    markAllSent()
    app.moveTo(id, { start: AT_NINE, doctorId: 'doctor-1' })
    expect(lastText('moved', 'sms')).toContain('Ihr neuer Termin: Mi 13. Jänner, 09:00 Uhr (Dr. A). Näheres')
  })

  it('about a move name the doctor whom the patient was told, not one of a move that still waits', () => {
    const { id } = app.addBooking(AT_NINE, WITH_MOBILE)
    app.moveTo(id, { start: AT_TEN, doctorId: 'doctor-2' })
    app.pass(MINUTE)
    app.moveTo(id, { start: AT_ELEVEN, doctorId: 'doctor-2' })
    expect(lastText('moved')).toContain(
      'Bisher: Mittwoch, 13. Jänner 2027, 09:00 Uhr, bei Dr. A. Die neue Zeit',
    )
  })

  it('about a move to another doctor that a patient asks for name both doctors, and its rejection the new one', () => {
    const { id } = app.addBooking(AT_NINE)
    moveByPatient(app.ctx(), id, { start: Date.parse(AT_NINE), wish: 'doctor-2', message: '' })
    for (const kind of ['move-received', 'move-asked'])
      expect(lastText(kind)).toMatch(
        /Bisher: Mittwoch, 13\. Jänner 2027, 09:00 Uhr, bei Dr\. A\nGewünscht: Mittwoch, 13\. Jänner 2027, 09:00 Uhr, bei Dr\. B/,
      )
    decideBooking(app.assistant(), id, { decision: 'reject', message: '' })
    expect(lastText('move-rejected')).toContain('09:00 Uhr, bei Dr. B, verschieben.')
    expect(lastText('move-rejected')).toContain('Bei: Dr. A')
  })

  it('of the waiting list name the doctor whose time is offered, without a second part of the SMS', () => {
    const booking = app.addBooking(LATER_START, WITH_MOBILE)
    const { id: entryId } = app.joinWithBooking(booking, { resource: 'doctor-2' })
    writeSettings(app.ctx(), 'practice', { name: 'Praxis A und B' })
    saveText(app.ctx(), 'offer', { email_opening: 'Frei bei {Arzt}.' })
    offerByHand(app.assistant(), entryId, Date.parse(FREED_START))
    expect(lastText('offer')).toContain('Frei bei Dr. B.')
    expect(lastText('offer')).toContain('\nBei: Dr. B\n')
    const sms = lastText('offer', 'sms')
    // This is FREED_START, and below is LATER_START.
    expect(sms).toContain('Di 12. Jänner, 08:30 (Dr. B)')
    expect(smsLength(sms).parts).toBe(1)

    takeOffer(app.ctx(), app.openOfferId())
    expect(lastText('moved-by-patient')).toContain('09:00 Uhr, bei Dr. A. Die neue Zeit')
  })

  it('about a series name its doctor once', () => {
    app.enterSeries({ starts: THREE_WEEKS, doctorId: 'doctor-2' })
    expect(lastText('series-confirmed')).toContain('\nBei: Dr. B\n')
  })

  it('about a series name a doctor for each time if there are several', () => {
    const [atTen, weekLater] = THREE_WEEKS
    const { bookings } = app.enterSeries({ starts: [atTen, weekLater], doctorId: 'doctor-1' })
    const firstId = bookings[0]?.id ?? ''
    app.moveTo(firstId, { start: AT_ELEVEN, doctorId: 'doctor-2' })
    cancelThisAndLater(app.assistant(), firstId, '')
    const cancelled = lastText('series-cancelled')
    expect(cancelled).toContain('11:00 Uhr, bei Dr. B')
    expect(cancelled).toContain('10:00 Uhr, bei Dr. A')
    expect(cancelled).not.toContain('Bei: ')
  })

  it('about a moved series name the earlier doctor for each appointment whose doctor changes', () => {
    const [atTen, weekLater] = THREE_WEEKS
    const { bookings } = app.enterSeries({ starts: [atTen, weekLater], doctorId: 'doctor-1' })
    const [first, second] = bookings
    markAllSent()
    app.moveLaterTo(second, { start: weekLater, doctorId: 'doctor-2' })
    expect(lastText('moved')).toContain('20. Jänner 2027, 10:00 Uhr, bei Dr. A. Die neue Zeit')
    expect(lastText('moved')).toContain('Bei: Dr. B')

    markAllSent()
    app.moveLaterTo(first, { start: '2027-01-13T10:30:00+01:00', doctorId: 'doctor-2' })
    const mail = lastText('series-moved')
    expect(mail).toContain('10:30 Uhr, bisher Mi 13. Jänner, 10:00, bei Dr. A')
    // The second appointment was with Dr. B already, so its earlier doctor is not named.
    expect(mail).toMatch(/bisher Mi 20\. Jänner, 10:00$/m)
  })
})
