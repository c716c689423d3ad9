import { cancelByPatient } from '../../booking/cancellation.ts'
import { leaveWaitingList } from '../../booking/ended-entries.ts'
import { HOUR, type Instant, MINUTE } from '../../shared/day.ts'
import { findFreeStart, openVisitor, PATIENT_DOMAIN, type Portal, type Visitor } from './portal.ts'
import { askForEmail, askForHold, enterCode, joinWaitingList, requestAppointment } from './visits.ts'

/** A patient whose wish is refused tries again and again, and gives up in the end. */
const TRY_AGAIN_AFTER = 5 * MINUTE
const GIVE_UP_AFTER = HOUR
/** A patient asks for at most so many starts in one try. */
const STARTS_PER_TRY = 3
/** Patients whose browsers the practice knows from before the attack. */
const REGULARS = 8
/** A booked appointment is cancelled after this time, so that times remain for others. */
const CANCELLED_AFTER = 15 * MINUTE

// These networks are for tests of the speed of devices (RFC 2544), so that no attacker has an address of
// them.
const BOOKERS_NETWORK = '198.18'
const WAITERS_NETWORK = '198.19'

/** To book an appointment, to open the list of one's appointments, or to join the waiting list. */
export type Wish = 'book' | 'list' | 'wait'

/** A patient, and what became of the wish. */
export type HonestPatient = {
  readonly wish: Wish
  readonly arrivedAt: Instant
  nextTry: Instant
  /** Undefined until the wish is fulfilled. */
  fulfilledAt?: Instant
  /** Returns whether the wish is fulfilled now. */
  readonly tryWish: () => Promise<boolean>
}

/** The honest patients of the portal, who come one after the other. */
export function openPatients(portal: Portal) {
  const everybody: HonestPatient[] = []
  const regulars: Visitor[] = []
  /** The number of the patient who came last. Addresses and mailboxes have the number in them. */
  let lastNumber = 0
  /** The booked appointments, in the order in which they will be cancelled. */
  const toCancel: { id: string; at: Instant }[] = []

  const addPatient = (wish: Wish, tryWish: () => Promise<boolean>) => {
    const { now } = portal.ctx()
    everybody.push({ wish, arrivedAt: now, nextTry: now, tryWish })
  }
  const addBooker = (visitor: Visitor, number: number) => {
    let isVerified = false
    addPatient('book', async () => {
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
      for (; lastNumber < REGULARS; lastNumber++) {
        const browser = portal.browser(addressOf(BOOKERS_NETWORK, lastNumber))
        const visitor = { browser, email: `known${lastNumber}${PATIENT_DOMAIN}` }
        await verifyAddress(portal, visitor)
        regulars.push(visitor)
      }
    },
    /**
     * Lets three patients come: a new one who books, a regular who opens the list, and a new one who waits.
     */
    arrive: () => {
      const [booker, waiter] = [++lastNumber, ++lastNumber]
      const browser = portal.browser(addressOf(BOOKERS_NETWORK, booker))
      addBooker({ browser, email: `booker${booker}${PATIENT_DOMAIN}` }, booker)
      // The list of regulars is not empty, because `prepare` has filled it.
      const regular = regulars[booker % regulars.length] as Visitor
      addPatient('list', async () => (await askForEmail(portal, regular, 'my-bookings')).status === 200)
      const waiting = openVisitor(
        portal,
        addressOf(WAITERS_NETWORK, waiter),
        `waiter${waiter}${PATIENT_DOMAIN}`,
      )
      addPatient('wait', async () => (await joinWaitingList(portal, waiting)).status === 201)
    },
    /** Lets everybody try who is due, and then cancels appointments, so that there is time for others. */
    act: async () => {
      const { now } = portal.ctx()
      for (const patient of everybody.filter((each) => isDue(each, now))) {
        if (await patient.tryWish()) patient.fulfilledAt = now
        patient.nextTry = now + TRY_AGAIN_AFTER
      }
      while (toCancel[0] !== undefined && toCancel[0].at <= now)
        cancelByPatient(portal.ctx(), toCancel.shift()?.id ?? '', '')
      leaveWithOffer(portal)
    },
  }
}

/** Returns an address of the network for the patient with the number, which is below 65,536. */
function addressOf(network: string, patient: number): string {
  return `${network}.${Math.floor(patient / 256)}.${patient % 256}`
}

/** Asks for the e-mail and enters its code. Returns whether the portal has let the patient do both. */
async function verifyAddress(portal: Portal, visitor: Visitor): Promise<boolean> {
  if ((await askForEmail(portal, visitor)).status !== 200) return false
  return (await enterCode(portal, visitor)).status === 200
}

function isDue({ fulfilledAt, nextTry, arrivedAt }: HonestPatient, now: Instant): boolean {
  return fulfilledAt === undefined && nextTry <= now && now <= arrivedAt + GIVE_UP_AFTER
}

/** Lets the patients leave the waiting list who were offered a time: they have got what they waited for. */
function leaveWithOffer(portal: Portal): void {
  const offered = portal.rows<{ id: string }>(
    `select w.id from waiting_entries w join offers o on o.entry_id = w.id
     where o.status = 'open' and w.ended_at is null and w.email like ?`,
    `%${PATIENT_DOMAIN}`,
  )
  for (const { id } of offered) leaveWaitingList(portal.ctx(), id)
}

/**
 * Added to a patient's number for each further start. It is no whole number, as other patients' draws are.
 */
const NEXT_DRAW = 0.37

/** Asks for some times in turn, and requests the first that is held. Returns the id of the booking. */
async function bookAsPatient(portal: Portal, visitor: Visitor, number: number): Promise<string | undefined> {
  for (let i = 0; i < STARTS_PER_TRY; i++) {
    const start = findFreeStart(portal, 'erstordination', number + i * NEXT_DRAW)
    if (start === undefined) return undefined
    const hold = await askForHold(portal, visitor, { start })
    if (hold.status !== 201) continue
    const requested = await requestAppointment(portal, visitor, hold.json.hold_id)
    if (requested.status === 201) return requested.json.id
  }
  return undefined
}
