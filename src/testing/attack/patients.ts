import { cancelByPatient } from '../../booking/cancellation.ts'
import { leaveWaitingList } from '../../booking/ended-entries.ts'
import { HOUR, type Instant, MINUTE } from '../../shared/day.ts'
import { findFree, openVisitor, PATIENT, type Portal, type Visitor } from './portal.ts'
import { askForEmail, askForHold, enterCode, joinWaitingList, requestAppointment } from './visits.ts'

/** A patient who does not get the wish tries again after this time, and gives up after an hour. */
const AGAIN_AFTER = 5 * MINUTE
const TRIES_FOR = HOUR
/** A patient asks for so many starts in one try. */
const STARTS_PER_TRY = 3
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
  const regulars: Visitor[] = []
  /** Numbers the patients, whose addresses and mailboxes have the number in them. */
  let count = 0
  /** The booked appointments, in the order in which they will be cancelled. */
  const toCancel: { id: string; at: Instant }[] = []

  const come = (wish: Wish, tryAgain: () => Promise<boolean>) => {
    const { now } = portal.ctx()
    everybody.push({ wish, cameAt: now, nextTry: now, tryAgain })
  }
  const comeToBook = (visitor: Visitor, number: number) => {
    let isVerified = false
    come('book', async () => {
      isVerified ||= await verifyAddress(portal, visitor)
      const id = isVerified ? await bookAsPatient(portal, visitor, number) : undefined
      if (id === undefined) return false
      toCancel.push({ id, at: portal.ctx().now + CANCELLED_AFTER })
      return true
    })
  }

  return {
    everybody,
    /** Verifies the mailboxes of those whom the practice knows, before the attack. */
    prepare: async () => {
      for (; count < REGULARS; count++) {
        const browser = portal.browser(addressOf('198.18', count))
        const visitor = { browser, email: `known${count}${PATIENT}` }
        await verifyAddress(portal, visitor)
        regulars.push(visitor)
      }
    },
    /** A new patient who books, one who opens the list of appointments, and one who wants to wait. */
    arrive: () => {
      const [booker, waiter] = [++count, ++count]
      const browser = portal.browser(addressOf('198.18', booker))
      comeToBook({ browser, email: `booker${booker}${PATIENT}` }, booker)
      // `prepare` has opened them.
      const regular = regulars[booker % regulars.length] as Visitor
      come('list', async () => (await askForEmail(portal, regular, 'my-bookings')).status === 200)
      const waiting = openVisitor(portal, addressOf('198.19', waiter), `waiter${waiter}${PATIENT}`)
      come('wait', async () => (await joinWaitingList(portal, waiting)).status === 201)
    },
    /** Lets everybody try who is due. Then appointments are cancelled, so that there is time for others. */
    act: async () => {
      const { now } = portal.ctx()
      for (const patient of everybody.filter((each) => isDue(each, now))) {
        if (await patient.tryAgain()) patient.gotAt = now
        patient.nextTry = now + AGAIN_AFTER
      }
      while (toCancel[0] !== undefined && toCancel[0].at <= now)
        cancelByPatient(portal.ctx(), toCancel.shift()?.id ?? '', '')
      leaveWithOffer(portal)
    },
  }
}

/** Returns an address of the network for the patient with the number, of whom there may be 65,536. */
function addressOf(network: string, patient: number): string {
  return `${network}.${Math.floor(patient / 256)}.${patient % 256}`
}

/** Asks for the e-mail and enters its code. Returns whether the portal has let the patient do both. */
async function verifyAddress(portal: Portal, visitor: Visitor): Promise<boolean> {
  if ((await askForEmail(portal, visitor)).status !== 200) return false
  return (await enterCode(portal, visitor)).status === 200
}

function isDue({ gotAt, nextTry, cameAt }: HonestPatient, now: Instant): boolean {
  return gotAt === undefined && nextTry <= now && now <= cameAt + TRIES_FOR
}

/** Lets the patients leave the waiting list who were offered a time: they have got what they waited for. */
function leaveWithOffer(portal: Portal): void {
  const offered = portal.rows<{ id: string }>(
    `select w.id from waiting_entries w join offers o on o.entry_id = w.id
     where o.status = 'open' and w.ended_at is null and w.email like ?`,
    `%${PATIENT}`,
  )
  for (const { id } of offered) leaveWaitingList(portal.ctx(), id)
}

/** A draw that is no whole number, so that no other patient draws the same start. */
const NEXT_DRAW = 0.37

/** Asks for some times in turn, and requests the first that it gets. Returns the id of the booking. */
async function bookAsPatient(portal: Portal, visitor: Visitor, number: number): Promise<string | undefined> {
  for (let i = 0; i < STARTS_PER_TRY; i++) {
    const start = findFree(portal, 'erstordination', number + i * NEXT_DRAW)
    if (start === undefined) return undefined
    const hold = await askForHold(portal, visitor, { start })
    if (hold.status !== 201) continue
    const requested = await requestAppointment(portal, visitor, hold.json.hold_id)
    if (requested.status === 201) return requested.json.id
  }
  return undefined
}
