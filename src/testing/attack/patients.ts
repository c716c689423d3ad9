import { cancelByPatient } from '../../booking/cancellation.ts'
import { leaveWaitingList } from '../../booking/ended-entries.ts'
import { HOUR, type Instant, MINUTE } from '../../shared/day.ts'
import { findFree, openVisitor, PATIENT, type Portal, type Visitor } from './portal.ts'
import { askForEmail, askForHold, enterCode, joinWaitingList, requestAppointment } from './visits.ts'

/** Who does not get what they want tries again after this time, for an hour. */
const AGAIN_AFTER = 5 * MINUTE
const PATIENCE = HOUR
/** Times that a patient asks for before the next try. */
const TIMES = 3

const WISHES = ['book', 'list', 'wait'] as const
export type Wish = (typeof WISHES)[number]

/** A patient and what became of the wish; `gotAt` is undefined until it is fulfilled. */
export type HonestPatient = {
  readonly wish: Wish
  readonly since: Instant
  nextTry: Instant
  gotAt?: Instant
  readonly tryAgain: () => Promise<boolean>
}

/** The honest patients of the portal, who come one after the other. */
export function openPatients(portal: Portal) {
  const all: HonestPatient[] = []
  const toCancel: { id: string; at: Instant }[] = []
  let count = 0
  /** Patients of the practice, whose browsers it knows. */
  const known: Visitor[] = []

  const come = (wish: Wish, tryAgain: () => Promise<boolean>) => {
    const { now } = portal.ctx()
    all.push({ wish, since: now, nextTry: now, tryAgain })
  }
  const address = () => `198.18.${count >> 8}.${count & 255}`

  return {
    all,
    /** Verifies the mailboxes of those whom the practice knows, before the attack. */
    prepare: async () => {
      for (; count < 8; count++) {
        const visitor = { browser: portal.browser(address()), email: `known${count}${PATIENT}` }
        await askForEmail(portal, visitor)
        await enterCode(portal, visitor)
        known.push(visitor)
      }
    },
    /** A new patient who books, one who opens the list of appointments, and one who wants to wait. */
    arrive: () => {
      const [booker, waiter] = [++count, ++count]
      const visitor = { browser: portal.browser(address()), email: `booker${booker}${PATIENT}` }
      let isVerified = false
      come('book', async () => {
        isVerified ||=
          (await askForEmail(portal, visitor)).status === 200 &&
          (await enterCode(portal, visitor)).status === 200
        const id = isVerified ? await bookAsPatient(portal, visitor, booker) : undefined
        if (id === undefined) return false
        toCancel.push({ id, at: portal.ctx().now + 3 * AGAIN_AFTER })
        return true
      })
      const listed = known[booker % known.length] as Visitor
      come('list', async () => (await askForEmail(portal, listed, 'my-bookings')).status === 200)
      const waiting = openVisitor(
        portal,
        `198.19.${waiter >> 8}.${waiter & 255}`,
        `waiter${waiter}${PATIENT}`,
      )
      come('wait', async () => (await joinWaitingList(portal, waiting)).status === 201)
    },
    /** Lets everybody try who is due. Appointments are cancelled later, so that there is time for others. */
    act: async () => {
      const { now } = portal.ctx()
      for (const patient of all) {
        if (patient.gotAt !== undefined || patient.nextTry > now || patient.since + PATIENCE < now) continue
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

/** Asks for some times in turn, and requests the first that it gets. Returns the id of the booking. */
async function bookAsPatient(portal: Portal, visitor: Visitor, number: number): Promise<string | undefined> {
  for (let i = 0; i < TIMES; i++) {
    const start = findFree(portal, 'erstordination', number + i * 0.37)
    if (start === undefined) return undefined
    const hold = await askForHold(portal, visitor, { start })
    if (hold.status !== 201) continue
    const requested = await requestAppointment(portal, visitor, hold.json.hold_id)
    if (requested.status === 201) return requested.json.id
  }
  return undefined
}
