import { beforeEach, describe, expect, it } from 'vitest'
import { insertBooking } from '../testing/bookings.ts'
import { EVENING_HOURS, openFilledDay, winterInstant } from '../testing/filled-day.ts'
import { saveResource } from './resources.ts'
import { getActiveService, saveService } from './services.ts'
import { whyDayNotFree, whyNotFree } from './why-not-free.ts'

const SECOND_DOCTOR = 'doctor-2'
const USUAL_HOURS = 'Außerhalb der Arbeitszeit, die von 08:00 bis 12:00 und 13:30 bis 17:30 ist.'

let filledDay: ReturnType<typeof openFilledDay>

beforeEach(() => {
  // The first doctor has an appointment from 09:00 to 09:45 then, and the second one is free.
  filledDay = openFilledDay()
  const ctx = filledDay.app.ctx()
  saveResource(ctx, SECOND_DOCTOR, { name: 'Dr. B' })
  const service = getActiveService(ctx, 'folgebehandlung')
  saveService(ctx, { ...service, otherResourceIds: [SECOND_DOCTOR] })
})

const reasonsAt = (time: string, wish?: string) =>
  whyNotFree(filledDay.app.ctx(), 'folgebehandlung', winterInstant(time), wish)

const textsAt = (time: string, wish?: string) => reasonsAt(time, wish).map(({ text }) => text)

/** Books the second doctor from 09:00 to 09:30. @returns the id of the booking */
const bookSecondDoctor = () =>
  insertBooking(filledDay.app.ctx().db, {
    startsAt: winterInstant('09:00'),
    endsAt: winterInstant('09:30'),
    status: 'confirmed',
    resourceId: SECOND_DOCTOR,
  }).id

describe('a time at which two doctors offer a service', () => {
  it('has no reason while one of them is free', () => {
    expect(reasonsAt('09:00')).toEqual([])
  })

  it('has the reasons of both doctors, each with the name, when neither is free', () => {
    const secondBookingId = bookSecondDoctor()
    expect(reasonsAt('09:00').map(({ bookingId, text }) => ({ bookingId, text }))).toEqual([
      {
        bookingId: filledDay.bookingId,
        text: 'Ordination Dr. Demo Muster: 09:00 bis 09:45: Rosa Musterfrau, Akupunktur.',
      },
      { bookingId: secondBookingId, text: 'Dr. B: 09:00 bis 09:30: Rosa Musterfrau, Akupunktur.' },
    ])
  })

  it('has only the reasons of the wished doctor, without a name', () => {
    bookSecondDoctor()
    expect(textsAt('09:00', SECOND_DOCTOR)).toEqual(['09:00 bis 09:30: Rosa Musterfrau, Akupunktur.'])
  })

  it('has a shared reason once, without a name', () => {
    expect(textsAt('12:00')).toEqual([USUAL_HOURS])
  })

  it('has the hours of each doctor when their hours differ', () => {
    saveResource(filledDay.app.ctx(), SECOND_DOCTOR, { week: EVENING_HOURS })
    expect(textsAt('07:00')).toEqual([
      `Ordination Dr. Demo Muster: ${USUAL_HOURS}`,
      'Dr. B: Außerhalb der Arbeitszeit, die von 18:00 bis 20:00 ist.',
    ])
  })
})

it('a day on which the wished doctor does not work has one reason', () => {
  const ctx = filledDay.app.ctx()
  saveResource(ctx, SECOND_DOCTOR, { week: EVENING_HOURS })
  const sunday = '2027-01-17'
  expect(whyDayNotFree(ctx, 'folgebehandlung', sunday, SECOND_DOCTOR)).toHaveLength(1)
})
