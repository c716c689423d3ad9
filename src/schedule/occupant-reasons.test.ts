import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking, insertOffer } from '../testing/bookings.ts'
import { blockTime, openFilledDay, winterInstant } from '../testing/filled-day.ts'
import { openTestApp } from '../testing/test-app.ts'
import { tryReserveSecondTime } from './reservations.ts'
import { whyNotFree } from './why-not-free.ts'

describe('a time that is taken', () => {
  // The appointment in the way is that of `openFilledDay`, from 09:00 to 09:45 with five minutes after it.
  it.each([
    { time: '09:00', kinds: ['booking'], says: '09:00 bis 09:45: Rosa Musterfrau, Akupunktur.' },
    { time: '09:40', kinds: ['grid', 'booking'], says: 'Rosa Musterfrau' },
    {
      time: '09:45',
      kinds: ['padding'],
      says: 'Nur die Zeit davor oder danach ist im Weg. 09:00 bis 09:45: Rosa Musterfrau',
    },
  ])('at $time names the appointment in the way', ({ time, kinds, says }) => {
    const { app, bookingId } = openFilledDay()
    const reasons = whyNotFree(app.ctx(), 'folgebehandlung', winterInstant(time))
    expect(reasons.map(({ kind }) => kind)).toEqual(kinds)
    expect(reasons.at(-1)).toMatchObject({ bookingId, text: expect.stringContaining(says) })
  })

  it('names the appointment that its own padding touches', () => {
    const { app, bookingId } = openFilledDay()
    // A first visit at 08:15 would end at 09:00, and its padding at 09:05.
    expect(whyNotFree(app.ctx(), 'erstordination', winterInstant('08:15'))).toMatchObject([
      { kind: 'padding', bookingId, startsAt: winterInstant('09:00') },
    ])
  })

  it('has reasons with the next time on the grid and the time of the appointment in the way', () => {
    const { app } = openFilledDay()
    expect(whyNotFree(app.ctx(), 'folgebehandlung', winterInstant('09:40'))).toMatchObject([
      { kind: 'grid', startsAt: winterInstant('09:45') },
      { kind: 'booking', startsAt: winterInstant('09:00') },
    ])
  })

  it('names the patient who asks to move there', () => {
    const app = openTestApp()
    const { id: bookingId } = insertBooking(app.ctx().db, {
      status: 'confirmed',
      startsAt: winterInstant('08:00'),
      moveToAt: winterInstant('09:00'),
    })
    tryReserveSecondTime(app.ctx(), bookingId, { shift: HOUR, resourceId: null })
    expect(whyNotFree(app.ctx(), 'folgebehandlung', winterInstant('09:00'))).toEqual([
      {
        kind: 'asked',
        startsAt: winterInstant('09:00'),
        endsAt: winterInstant('09:30'),
        bookingId,
        text: 'Rosa Musterfrau möchte auf diese Zeit verschieben.',
      },
    ])
  })

  it('can be offered to a patient of the waiting list, who is not named', () => {
    const app = openTestApp()
    const { id: bookingId } = insertBooking(app.ctx().db, {
      status: 'confirmed',
      startsAt: winterInstant('08:00'),
    })
    insertOffer(app.ctx().db, {
      bookingId,
      startsAt: winterInstant('10:00'),
      expiresAt: winterInstant('12:00', '2027-01-08'),
    })
    expect(whyNotFree(app.ctx(), 'folgebehandlung', winterInstant('10:00'))).toEqual([
      {
        kind: 'offer',
        startsAt: winterInstant('10:00'),
        endsAt: winterInstant('10:30'),
        text: 'Jemandem von der Warteliste angeboten, bis 12:00\u00a0Uhr.',
      },
    ])
  })

  it('has no reason once the hold in the way has expired', () => {
    const { app } = openFilledDay()
    const reasonsBesideHold = () => whyNotFree(app.ctx(), 'folgebehandlung', winterInstant('10:15'))
    expect(reasonsBesideHold()).toMatchObject([{ kind: 'hold' }])
    app.pass(10 * MINUTE)
    expect(reasonsBesideHold()).toEqual([])
  })
})

describe('a time within an absence', () => {
  it('names an absence once, with all its time, whatever bookings divide it', () => {
    const app = openTestApp()
    insertBooking(app.ctx().db, { status: 'confirmed', startsAt: winterInstant('10:00') })
    blockTime(app, { start: winterInstant('09:00'), end: winterInstant('12:00') })
    const absence = { kind: 'absence', startsAt: winterInstant('09:00'), endsAt: winterInstant('12:00') }
    const reasonsAt = (time: string) => whyNotFree(app.ctx(), 'akupunktur', winterInstant(time))
    expect(reasonsAt('09:40')).toMatchObject([absence, { kind: 'booking' }])
    expect(reasonsAt('11:20')).toMatchObject([absence])
  })

  it.each([
    { from: '14:00', to: '10:00', text: 'Fortbildung.' },
    { from: '00:00', to: '10:00', text: 'Fortbildung.' },
    { from: '14:00', to: '00:00', text: '14:00 bis 00:00: Fortbildung.' },
    { from: '00:00', to: '00:00', text: 'Fortbildung.' },
  ])('says "$text" of an absence from $from until $to of the next day', ({ from, to, text }) => {
    const app = openTestApp()
    blockTime(app, { start: winterInstant(from), end: winterInstant(to, '2027-01-13') })
    const reasons = whyNotFree(app.ctx(), 'folgebehandlung', winterInstant('15:00'))
    expect(reasons.map((reason) => reason.text)).toEqual([text])
  })
})
