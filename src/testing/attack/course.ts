import { cancelByStaff } from '../../booking/cancellation.ts'
import { createManualBooking } from '../../booking/manual-booking.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { CALLER } from '../factory.ts'
import { ATTACKS, type Network } from './attackers.ts'
import { type Honest, openPatients, type Wish } from './patients.ts'
import { ATTACKER, findFree, freeShare, PATIENT, type Portal, runJobs, STRANGER } from './portal.ts'

const SECOND = 1000

export type AttackName = keyof typeof ATTACKS

/** The effects of an attack until one moment. */
export type Figures = Readonly<{
  /** The share of free starts that the attackers leave, now and at the worst moment until now. */
  free: number
  leastFree: number
  /** By wish: how many patients had it, how many got it, and the longest wait of those in minutes. */
  patients: Readonly<Record<Wish, Readonly<{ came: number; got: number; waited: number }>>>
  /**
   * Offers of the waiting list to patients, half of whom had waited at most this many minutes, and to the
   * attackers.
   */
  offers: Readonly<{ patients: number; waited: number; attackers: number }>
  /** E-mails that the portal has sent. */
  mails: Readonly<{ patients: number; practice: number; strangers: number; attackers: number }>
  /** Requests of patients that were marked. */
  marked: number
}>

/** Appointments that the practice cancels, one every two hours, so that there is something to offer. */
const CANCELLED = 12

/**
 * Plays the attacks together, and returns the figures after each of the `lengths`, in milliseconds. The
 * attackers act every minute of the first hour, then every five minutes, and always before the patients, of
 * whom three come every quarter of an hour.
 */
export async function playAttack(
  portal: Portal,
  {
    attacks,
    network,
    lengths,
  }: { attacks: readonly AttackName[]; network: Network; lengths: readonly number[] },
): Promise<Figures[]> {
  const patients = openPatients(portal)
  await patients.prepare()
  const appointments = enterAppointments(portal)
  portal.pass(HOUR)
  const firstMessage = lastMessage(portal)
  const steps = attacks.map((name) => ATTACKS[name](portal, network))
  const figures: Figures[] = []
  let leastFree = 1
  let cancelled = 0
  for (let passed = 0; figures.length < lengths.length; ) {
    runJobs(portal)
    for (const step of steps) {
      await step()
      // The limit of calls within a second binds each attack by itself.
      portal.pass(SECOND)
    }
    leastFree = Math.min(leastFree, freeShare(portal))
    if (passed % (15 * MINUTE) === 0) patients.arrive()
    await patients.act()
    if (passed % (2 * HOUR) === 0 && cancelled < appointments.length)
      cancelByStaff(portal.ctx(), appointments[cancelled++] ?? '', '')
    const pause = passed < HOUR ? MINUTE : 5 * MINUTE
    portal.pass(pause - steps.length * SECOND)
    passed += pause
    if (passed >= (lengths[figures.length] ?? 0)) {
      runJobs(portal)
      figures.push({ ...readFigures(portal, patients.all, firstMessage), leastFree })
    }
  }
  return figures
}

function enterAppointments(portal: Portal): string[] {
  return Array.from({ length: CANCELLED }, (_, i) => {
    const start = findFree(portal, 'folgebehandlung', i) ?? 0
    return createManualBooking(portal.ctx(), {
      serviceId: 'folgebehandlung',
      start,
      contact: CALLER,
      message: '',
    }).id
  })
}

function lastMessage({ rows }: Portal): number {
  return rows<{ id: number }>('select coalesce(max(id), 0) as id from messages')[0]?.id ?? 0
}

function readFigures(
  portal: Portal,
  all: readonly Honest[],
  firstMessage: number,
): Omit<Figures, 'leastFree'> {
  const count = (sql: string, ...values: unknown[]) =>
    portal.rows<{ n: number }>(`select count(*) as n from ${sql}`, ...values)[0]?.n ?? 0
  const mailsTo = (recipient: string) =>
    count(
      `messages where channel = 'email' and status <> 'suppressed' and id > ? and recipient like ?`,
      firstMessage,
      `%${recipient}`,
    )
  const offersTo = (address: string) =>
    count('offers join waiting_entries w on w.id = entry_id where w.email like ?', `%${address}`)
  const of = (wish: Wish) => {
    const came = all.filter((patient) => patient.wish === wish)
    const got = came.filter(({ gotAt }) => gotAt !== undefined)
    const waits = got.map(({ gotAt = 0, since }) => (gotAt - since) / MINUTE)
    return { came: came.length, got: got.length, waited: Math.max(0, ...waits) }
  }
  return {
    free: freeShare(portal),
    patients: { book: of('book'), list: of('list'), wait: of('wait') },
    offers: { patients: offersTo(PATIENT), waited: medianWait(portal), attackers: offersTo(ATTACKER) },
    mails: {
      patients: mailsTo(PATIENT),
      practice: mailsTo('@ordination.example'),
      strangers: mailsTo(STRANGER),
      attackers: mailsTo(ATTACKER),
    },
    marked: count('bookings where marked = 1 and email like ?', `%${PATIENT}`),
  }
}

/** Returns the minutes that half of the patients with an offer had waited for it at most. */
function medianWait({ rows }: Portal): number {
  const waits = rows<{ ms: number }>(
    `select o.created_at - w.created_at as ms from offers o join waiting_entries w on w.id = entry_id
     where w.email like ? order by ms`,
    `%${PATIENT}`,
  )
  return Math.round((waits[Math.floor(waits.length / 2)]?.ms ?? 0) / MINUTE)
}
