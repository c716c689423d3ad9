import { cancelByStaff } from '../booking/cancellation.ts'
import { makeDueOffers } from '../booking/offers.ts'
import { UNDO_MS } from '../booking/undoable-changes.ts'
import { HOUR } from '../shared/day.ts'
import { isoAt } from '../time/vienna.ts'
import { insertBooking } from './bookings.ts'
import { NOW, openTestApp } from './test-app.ts'

/** The time that becomes free. */
export const OFFERED_START = '2027-01-12T08:30:00+01:00'
/** The start of an appointment whose patient waits for an earlier one. */
export const OWN_START = '2027-02-02T09:00:00+01:00'
/**
 * The end of the offer that `freeTimeAndOffer` makes: an hour (the default) after the cancellation can no
 * longer be undone.
 */
export const OFFER_END = isoAt(NOW + UNDO_MS + HOUR)
/** Wishes that OFFERED_START matches. */
export const MATCHING_WISHES = { not_after: '2027-02-01', weekdays: [1, 2, 3, 4, 5], parts: ['morning'] }

/** Opens the app for the calls of the waiting list. */
export function openOfferedApp() {
  const app = openTestApp()
  const insertAt = (start: string) =>
    insertBooking(app.ctx().db, {
      serviceId: 'folgebehandlung',
      serviceName: 'Folgebehandlung',
      status: 'confirmed',
      startsAt: Date.parse(start),
    })
  return {
    ...app,
    /** Inserts an appointment at OWN_START. */
    insertOwn: () => insertAt(OWN_START),
    /** Frees OFFERED_START and makes the offers for it. */
    freeTimeAndOffer: () => {
      cancelByStaff(app.assistant(), insertAt(OFFERED_START).id, '', { notify: false })
      app.pass(UNDO_MS)
      makeDueOffers(app.ctx())
    },
    /** Returns the id of the open offer. @throws Error when there is none */
    openOfferId: () => {
      const [offer] = app.rows<{ id: string }>(`select id from offers where status = 'open'`)
      if (offer === undefined) throw new Error('There is no open offer.')
      return offer.id
    },
  }
}

/** Returns status and code of a refusal. */
export function statusAndCode({ status, json }: { status: number; json: { error: string } }) {
  return [status, json.error]
}
