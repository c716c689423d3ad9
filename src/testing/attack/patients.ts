import { cancelByPatient } from '../../booking/cancellation.ts'
import { leaveWaitingList } from '../../booking/ended-entries.ts'
import { HOUR, type Instant, MINUTE } from '../../shared/day.ts'
import { findFree, openVisitor, PATIENT, type Portal, type Visitor } from './portal.ts'
import { askForEmail, askForHold, enterCode, joinWaitingList, requestAppointment } from './visits.ts'

/** Who does not get what they want tries again after this time, for an hour. */
const AGAIN_AFTER = 5 * MINUTE
const TRIES_FOR = HOUR
/** Times that a patient asks for before the next try. */
const TIMES = 3
/** Patients whose browsers the practice knows from before the attack. */
const REGULARS = 8
/** A booked appointment is cancelled after this time, so that times remain for others. */
const CANCELLED_AFTER = 3 * AGAIN_AFTER

const WISHES = ['book', 'list', 'wait'] as const
export type Wish = (typeof WISHES)[number]

/** A patient and what became of the wish; `gotAt` is undefined until it is fulfilled. */
export type HonestPatient = {
  readonly wish: Wish
  readonly cameAt: Instant
  nextTry: Instant
  gotAt?: Instant
  readonly tryAgain: () => Promise<boolean>
}

/** The honest patients of the portal, who come one after the other. */
export function openPatients(portal: Portal) {
  const everybody: HonestPatient[] = []
  const toCancel: { id: string; at: Instant }[] = []
  /** Numbers the patients, whose addresses and mailboxes have the number in them. */
  let count = 0
  const regulars: Visitor[] = []

  const come = (wish: Wish, tryAgain: () => Promise<boolean>) => {
    const { now } = portal.ctx()
    everybody.push({ wish, cameAt: now, nextTry: now, tryAgain })
  }
  const addressOf = (network: string, patient: number) =>
    `${network}.${Math.floor(patient / 256)}.${patient % 256}`

  return {
    everybody,
    /** Verifies the mailboxes of those whom the practice knows, before the attack. */
    prepare: async () => {
      for (; count < REGULARS; count++) {
        const visitor = {
          browser: portal.browser(addressOf('198.18', count)),
          email: `known${count}${PATIENT}`,
        }
        await askForEmail(portal, visitor)
        await enterCode(portal, visitor)
        regulars.push(visitor)
      }
    },
    /** A new patient who books, one who opens the list of appointments, and one who wants to wait. */
    arrive: () => {
      const [booker, waiter] = [++count, ++count]
      const visitor = {
        browser: portal.browser(addressOf('198.18', count)),
        email: `booker${booker}${PATIENT}`,
      }
      let isVerified = false
      come('book', async () => {
        isVerified ||=
          (await askForEmail(portal, visitor)).status === 200 &&
          (await enterCode(portal, visitor)).status === 200
        const id = isVerified ? await bookAsPatient(portal, visitor, booker) : undefined
        if (id === undefined) return false
        toCancel.push({ id, at: portal.ctx().now + CANCELLED_AFTER })
        return true
      })
      // `prepare` has opened them.
      const regular = regulars[booker % regulars.length] as Visitor
      come('list', async () => (await askForEmail(portal, regular, 'my-bookings')).status === 200)
      const waiting = openVisitor(portal, addressOf('198.19', waiter), `waiter${waiter}${PATIENT}`)
      come('wait', async () => (await joinWaitingList(portal, waiting)).status === 201)
    },
    /** Lets everybody try who is due. Appointments are cancelled later, so that there is time for others. */
    act: async () => {
      const { now } = portal.ctx()
      for (const patient of everybody) {
        if (patient.gotAt !== undefined || patient.nextTry > now || patient.cameAt + TRIES_FOR < now) continue
        if (await patient.tryAgain()) patient.gotAt = now
        patient.nextTry = now + AGAIN_AFTER
      }
      while (toCancel[0] !== undefined && toCancel[0].at <= now)
        cancelByPatient(portal.ctx(), toCancel.shift()?.id ?? '', '')
      // Who was offered a time waits no more.
      const offered = portal.rows<{ id: string }>(
        `select w.id from waiting_entries w join offers o on o.entry_id = w.id
         where o.status = 'open' and w.ended_at is null and w.email like ?`,
        `%${PATIENT}`,
      )
      for (const { id } of offered) leaveWaitingList(portal.ctx(), id)
    },
  }
}

/** A draw that is no whole number, so that no other patient draws the same start. */
const NEXT_DRAW = 0.37

/** Asks for some times in turn, and requests the first that it gets. Returns the id of the booking. */
async function bookAsPatient(portal: Portal, visitor: Visitor, number: number): Promise<string | undefined> {
  for (let i = 0; i < TIMES; i++) {
    const start = findFree(portal, 'erstordination', number + i * NEXT_DRAW)
    if (start === undefined) return undefined
    const hold = await askForHold(portal, visitor, { start })
    if (hold.status !== 201) continue
    const requested = await requestAppointment(portal, visitor, hold.json.hold_id)
    if (requested.status === 201) return requested.json.id
  }
  return undefined
}
