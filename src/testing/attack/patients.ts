import { cancelByPatient } from '../../booking/cancellation.ts'
import { leaveWaitingList } from '../../booking/ended-entries.ts'
import { HOUR, type Instant, MINUTE } from '../../shared/day.ts'
import { findFreeStart, openVisitor, PATIENT_DOMAIN, type Portal, type Visitor } from './portal.ts'
import { askForEmail, askForHold, enterCode, joinWaitingList, requestAppointment } from './visits.ts'

/** A patient whose wish is refused tries again after this time. */
const TRY_AGAIN_AFTER = 5 * MINUTE
/** A patient whose wish is still refused after this time gives up. */
const GIVE_UP_AFTER = HOUR
/** The most starts that a patient asks for in one try. */
const STARTS_PER_TRY = 3
/** The number of patients whose browsers the practice knows from before the attack. */
const REGULAR_COUNT = 8
/** A booked appointment is cancelled after this time, so that times remain for others. */
const CANCELLED_AFTER = 15 * MINUTE

/**
 * Added to a patient's number for each further draw of `findFreeStart`. All first draws are whole numbers, so
 * further ones lead to other starts.
 */
const NEXT_DRAW = 0.37

// These networks are reserved for benchmarks (RFC 2544), so attackers have no IP addresses in them.
const BOOKERS_NETWORK = '198.18'
const WAITERS_NETWORK = '198.19'

/** To book an appointment, to open the list of one's appointments, or to join the waiting list. */
export type Wish = 'book' | 'list' | 'wait'

/** A patient with a wish and its outcome. */
export type HonestPatient = {
  readonly wish: Wish
  readonly arrivedAt: Instant
  nextTry: Instant
  /** Undefined until the wish is fulfilled. */
  fulfilledAt?: Instant
  /** Tries to fulfil the wish. Returns whether it succeeded. */
  readonly tryWish: () => Promise<boolean>
}

/** The honest patients of the portal. */
export type Patients = Readonly<{
  everybody: readonly HonestPatient[]
  /**
   * Adds three patients: a new one who books, a regular who opens the list, and a new one who joins the
   * waiting list.
   */
  arrive: () => void
  /** Lets every patient who is due try, and then cancels appointments, so that there is time for others. */
  act: () => Promise<void>
}>

/** Opens the portal to patients, who come one after the other. The practice knows the regulars already. */
export async function openPatients(portal: Portal): Promise<Patients> {
  const regulars = await verifyRegulars(portal)
  const appointments = openBookedAppointments(portal)
  const everybody: HonestPatient[] = []
  /** The number of the patient who came last. IP addresses and mailboxes have the number in them. */
  let lastNumber = regulars.length

  return {
    everybody,
    arrive: () => {
      const [booker, waiter] = [++lastNumber, ++lastNumber]
      // There is at least one regular.
      const regular = regulars[booker % regulars.length] as Visitor
      const wishes: Readonly<Record<Wish, HonestPatient['tryWish']>> = {
        book: wishToBook(portal, booker, appointments.add),
        list: async () => (await askForEmail(portal, regular, 'my-bookings')).status === 200,
        wait: wishToWait(portal, waiter),
      }
      const { now } = portal.ctx()
      for (const wish of ['book', 'list', 'wait'] as const)
        everybody.push({ wish, arrivedAt: now, nextTry: now, tryWish: wishes[wish] })
    },
    act: async () => {
      const { now } = portal.ctx()
      for (const patient of everybody.filter((each) => isDue(each, now))) {
        if (await patient.tryWish()) patient.fulfilledAt = now
        patient.nextTry = now + TRY_AGAIN_AFTER
      }
      appointments.cancelDue()
      leaveWithOffer(portal)
    },
  }
}

/** Verifies the mailboxes of the regulars. Returns them. */
async function verifyRegulars(portal: Portal): Promise<Visitor[]> {
  const regulars: Visitor[] = []
  for (let number = 0; number < REGULAR_COUNT; number++) {
    const visitor = {
      browser: portal.browser(addressOf(BOOKERS_NETWORK, number)),
      email: `known${number}${PATIENT_DOMAIN}`,
    }
    await verifyAddress(portal, visitor)
    regulars.push(visitor)
  }
  return regulars
}

/** Keeps the appointments that patients have booked, until they are cancelled. */
function openBookedAppointments(portal: Portal) {
  let booked: { id: string; cancelledAt: Instant }[] = []
  return {
    add: (id: string) => {
      booked.push({ id, cancelledAt: portal.ctx().now + CANCELLED_AFTER })
    },
    cancelDue: () => {
      const { now } = portal.ctx()
      for (const { id, cancelledAt } of booked) if (cancelledAt <= now) cancelByPatient(portal.ctx(), id, '')
      booked = booked.filter(({ cancelledAt }) => cancelledAt > now)
    },
  }
}

/**
 * Returns the attempts of a new patient to book, beginning with the verification of the e-mail address.
 * @param onBooked called with the id of the booking
 */
function wishToBook(portal: Portal, number: number, onBooked: (id: string) => void) {
  const browser = portal.browser(addressOf(BOOKERS_NETWORK, number))
  const visitor = { browser, email: `booker${number}${PATIENT_DOMAIN}` }
  let isVerified = false
  return async () => {
    isVerified ||= await verifyAddress(portal, visitor)
    const id = isVerified ? await bookAsPatient(portal, visitor, number) : undefined
    if (id !== undefined) onBooked(id)
    return id !== undefined
  }
}

/** Returns the attempts of a new patient to join the waiting list. */
function wishToWait(portal: Portal, number: number) {
  const address = addressOf(WAITERS_NETWORK, number)
  const visitor = openVisitor(portal, address, `waiter${number}${PATIENT_DOMAIN}`)
  return async () => (await joinWaitingList(portal, visitor)).status === 201
}

/** Returns an IP address of the network for the patient with the number, which is below 65,536. */
function addressOf(network: string, patient: number): string {
  return `${network}.${Math.floor(patient / 256)}.${patient % 256}`
}

/** Asks for the e-mail and enters its code. Returns whether the portal allowed both. */
async function verifyAddress(portal: Portal, visitor: Visitor): Promise<boolean> {
  if ((await askForEmail(portal, visitor)).status !== 200) return false
  return (await enterCode(portal, visitor)).status === 200
}

function isDue({ fulfilledAt, nextTry, arrivedAt }: HonestPatient, now: Instant): boolean {
  return fulfilledAt === undefined && nextTry <= now && now <= arrivedAt + GIVE_UP_AFTER
}

/** Removes patients with an offer from the waiting list, because they got what they waited for. */
function leaveWithOffer(portal: Portal): void {
  const offered = portal.rows<{ id: string }>(
    `select w.id from waiting_entries w join offers o on o.entry_id = w.id
     where o.status = 'open' and w.ended_at is null and w.email like ?`,
    `%${PATIENT_DOMAIN}`,
  )
  for (const { id } of offered) leaveWaitingList(portal.ctx(), id)
}

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
