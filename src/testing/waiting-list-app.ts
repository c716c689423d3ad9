import { cancelByStaff } from '../booking/cancellation.ts'
import { moveBooking } from '../booking/moves.ts'
import { makeDueOffers } from '../booking/offers.ts'
import { moveByPatient } from '../booking/patient-moves.ts'
import { UNDO_MS } from '../booking/undoable-changes.ts'
import { addToWaitingList, joinWaitingList } from '../booking/waiting-list.ts'
import type { Booking, OfferRow } from '../db/schema.ts'
import { deleteAbsence, saveAbsence } from '../schedule/absences.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import type { Wishes } from '../shared/waiting-list.ts'
import { isoAt } from '../time/vienna.ts'
import { insertBooking, insertVerification } from './bookings.ts'
import { verifiedBotCheck } from './solved-bot-check.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** The start that becomes free in most tests: five days after the clock of the app starts, at `NOW`. */
export const FREED_START = '2027-01-12T08:30:00+01:00'
/** The start, three weeks later, of appointments whose patients would rather come earlier. */
export const LATER_START = '2027-02-02T09:00:00+01:00'

/** Wishes that every start until March 2027 matches. */
export const ANY_TIME: Wishes = {
  not_after: '2027-03-01',
  not_before: null,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  parts: ['morning', 'afternoon'],
}

/** The service of all appointments and entries, unless a test says otherwise. It takes half an hour. */
const USUAL_SERVICE = 'folgebehandlung'

/** The secret of the browser in which every stranger has verified an e-mail address. */
const BROWSER = 'the browser of everybody'

export type WaitingListApp = ReturnType<typeof openWaitingListApp>

/** Opens a test app with helpers for waiting entries, freed times and offers. */
export function openWaitingListApp(options: { file?: string } = {}) {
  const app = openTestApp(options)
  return { ...app, ...helpersToJoin(app), ...helpersToFreeTime(app), ...helpersForOffers(app) }
}

/** Returns the helpers that put people on the waiting list. */
function helpersToJoin(app: TestApp) {
  return {
    /**
     * Lets the patient of an appointment wait for an earlier one. That needs no verified browser, and an
     * unknown origin has no limits.
     */
    joinWithBooking: (booking: Booking, wishes: Partial<Wishes> = {}) =>
      joinWaitingList(
        app.ctx(),
        { booking_id: booking.id, ...ANY_TIME, ...wishes },
        { browser: undefined, origin: undefined },
      ),
    /**
     * Lets somebody without an appointment join from an origin, with a verified e-mail address and a bot
     * check.
     */
    joinAsStranger: (email: string, origin: string | undefined) => {
      const { db, now } = app.ctx()
      insertVerification(db, { email, browser: BROWSER, now })
      const input = { service_id: USUAL_SERVICE, email, ...ANY_TIME }
      return joinWaitingList(app.ctx(), input, { browser: BROWSER, origin }, verifiedBotCheck(app.ctx()))
    },
    /** Adds somebody who has called the practice. */
    addCaller: (name: string, changes: Partial<Wishes> & { service_id?: string } = {}) => {
      const caller = { service_id: USUAL_SERVICE, name, email: `${name}@warteliste.example`, mobile: '' }
      return addToWaitingList(app.assistant(), { ...caller, ...ANY_TIME, ...changes })
    },
  }
}

/** Returns the helpers that add, move and cancel appointments and so free their times. */
function helpersToFreeTime(app: TestApp) {
  /** Inserts a confirmed appointment of half an hour. */
  const addBooking = (start: string, changes: Partial<Booking> = {}) =>
    insertBooking(app.ctx().db, {
      serviceId: USUAL_SERVICE,
      status: 'confirmed',
      startsAt: Date.parse(start),
      ...changes,
    })
  const cancel = (booking: Booking) => cancelByStaff(app.assistant(), booking.id, '', { notify: false })
  return {
    addBooking,
    cancel,
    /** Moves an appointment at once. Only an undoable move is announced to the patient. */
    moveByStaff: ({ id }: Booking, start: string, { undoable = false } = {}) =>
      moveBooking(app.assistant(), id, { start: Date.parse(start), message: '', notify: undoable, undoable }),
    /** Lets the patient ask for another time, which the practice has to confirm. */
    askToMove: ({ id }: Booking, start: string) =>
      moveByPatient(app.ctx(), id, { start: Date.parse(start), message: '' }),
    /** Frees a time by cancelling an appointment whose patient does not wait for another one. */
    freeTime: (start: string) => cancel(addBooking(start)),
    /** Frees the time of an absence by entering the absence and deleting it. */
    freeTimeOfAbsence: (from: string, minutes: number) => {
      const [start, end] = spanFrom(from, { minutes })
      const { id } = saveAbsence(app.assistant(), { kind: 'block', title: '', start, end, resource_id: null })
      deleteAbsence(app.assistant(), id)
    },
    listFreedTimes: () => app.rows('select id from freed_times'),
  }
}

/** Returns the helpers that run the job which makes offers, and that read the offers. */
function helpersForOffers(app: TestApp) {
  const listOpenOffers = () => readOffers(app).filter(({ status }) => status === 'open')
  /** Moves the clock until no change can be undone any more, and runs the job that makes offers. */
  const offerAfterUndoTime = () => {
    app.pass(UNDO_MS)
    makeDueOffers(app.ctx())
  }
  return {
    /** Returns all offers in the order in which they were made. */
    listOffers: () => readOffers(app),
    listOpenOffers,
    /** Returns the id of the open offer. @throws Error when there is none */
    openOfferId: () => {
      const [offer] = listOpenOffers()
      if (offer === undefined) throw new Error('There is no open offer.')
      return offer.id
    },
    /** Returns name, status and start (ISO 8601) of each offer. */
    summariseOffers: () =>
      readOffers(app).map(({ name, status, starts_at }) => [name, status, isoAt(starts_at)]),
    offerAfterUndoTime,
    /** Moves the clock until the open offers expire, and their times are offered to the next people. */
    expireAndOfferAgain: () => {
      app.pass(HOUR)
      // The first run ends the offers, which frees their times. The second one offers them.
      offerAfterUndoTime()
      offerAfterUndoTime()
    },
  }
}

/** An offer, and the name by which tests recognise its recipient. */
type OfferOfName = {
  id: string
  /**
   * The name of a caller, the first name of a patient with a booking, or the e-mail address of a stranger.
   */
  name: string
  status: OfferRow['status']
  starts_at: number
  expires_at: number
}

/** Reads all offers in the order in which they were made. */
function readOffers(app: TestApp): OfferOfName[] {
  // The entry of a patient with a booking has an empty name, and that of a stranger has only an e-mail
  // address.
  return app.rows<OfferOfName>(
    `select offers.id, offers.status, offers.starts_at, offers.expires_at,
            coalesce(nullif(waiting_entries.name, ''), bookings.first_name, waiting_entries.email) as name
     from offers
     join waiting_entries on waiting_entries.id = offers.entry_id
     left join bookings on bookings.id = waiting_entries.booking_id
     order by offers.rowid`,
  )
}

/** Returns the start and the end of a time of half an hour, or of this length, as `app.occupied()` does. */
export function spanFrom(start: string, { minutes = 30 } = {}): [start: number, end: number] {
  return [Date.parse(start), Date.parse(start) + minutes * MINUTE]
}
