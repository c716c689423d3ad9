import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { findSeriesPlace } from '../db/series-rows.ts'
import type { SeriesTime } from '../messaging/email/series-parts.ts'
import { notify } from '../messaging/notify.ts'
import { mayHaveSentInvitation } from '../messaging/outbox/calendar-invitation.ts'
import { patientUrl } from '../practice/addresses.ts'
import { findShownResource } from '../schedule/shown-resources.ts'
import type { Instant } from '../shared/day.ts'
import { seriesText } from '../shared/series.ts'
import { findOtherDoctor } from './move-notifications.ts'

/**
 * This module sends a single message about several appointments of a series that are entered, moved or
 * cancelled together. The message is stored with the first of them. notifications.ts has the messages about
 * single appointments.
 */

/** Tells the patient about the appointments of a new series, which must ascend by start. */
export function notifySeriesConfirmed(ctx: Ctx, series: readonly Booking[], message: string): void {
  const [booking] = series
  if (booking === undefined) return
  notify(ctx, { kind: 'series-confirmed', booking, facts: { times: timesOf(ctx, series), message } })
}

/** A moved appointment, with its earlier start and the id of its earlier resource. */
export type MovedAppointment = Readonly<{ booking: Booking; from: Instant; fromResource: string }>

/** Tells the patient that an appointment and the later ones of its series were moved. */
export function notifySeriesMoved(ctx: Ctx, moved: readonly MovedAppointment[], message: string): void {
  const [first] = moved
  if (first === undefined) return
  const bookings = moved.map(({ booking }) => booking)
  const times = timesOf(ctx, bookings).map((time, i) => {
    // `timesOf` keeps the order, so each time belongs to the appointment at the same index.
    const { booking, from, fromResource } = moved[i] as MovedAppointment
    return { ...time, from, fromDoctor: findOtherDoctor(ctx, booking, fromResource) }
  })
  notify(ctx, { kind: 'series-moved', booking: first.booking, facts: { times, message } })
}

/** Tells the patient that an appointment and the later ones of its series were cancelled. */
export function notifySeriesCancelled(ctx: Ctx, cancelled: readonly Booking[], message: string): void {
  const [booking] = cancelled
  if (booking === undefined) return
  const wasAnyInvited = cancelled.some((each) => mayHaveSentInvitation(ctx, each))
  const facts = { times: timesOf(ctx, cancelled), message, wasInvited: wasAnyInvited }
  notify(ctx, { kind: 'series-cancelled', booking, facts })
}

/** Returns the times for a message about a series, each with its doctor if there are several. */
function timesOf(ctx: Ctx, series: readonly Booking[]): SeriesTime[] {
  const hasOneDoctor = series.every(({ resourceId }) => resourceId === series[0]?.resourceId)
  return series.map((booking) => ({
    place: seriesText(findSeriesPlace(ctx, booking)),
    startsAt: booking.startsAt,
    doctor: hasOneDoctor ? undefined : findShownResource(ctx, booking.resourceId)?.name,
    overviewUrl: patientUrl(ctx, `/patient/overview?id=${booking.id}`),
  }))
}
