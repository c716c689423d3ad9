import { MINUTE } from '../../shared/day.ts'
import type { HonestPatient, Wish } from './patients.ts'
import { ATTACKER, freeShare, PATIENT, type Portal, STRANGER } from './portal.ts'

/** The effects of an attack until one moment. */
export type Figures = Readonly<{
  /** The share of free starts that the attackers leave, now and at the worst moment until now. */
  free: number
  leastFree: number
  /** By wish: how many patients had it, how many got it, and the longest wait of those in minutes. */
  patients: Readonly<Record<Wish, Readonly<{ came: number; got: number; waited: number }>>>
  /** Offers of the waiting list. `waited` is the minutes that half of the patients had waited at most. */
  offers: Readonly<{ patients: number; waited: number; attackers: number }>
  /** E-mails that the portal has sent. */
  mails: Readonly<{ patients: number; practice: number; strangers: number; attackers: number }>
  /** Requests of patients that were marked. */
  marked: number
}>

/** Returns the id of the newest message; 0 without one. */
export function newestMessageId({ rows }: Portal): number {
  return rows<{ id: number }>('select coalesce(max(id), 0) as id from messages')[0]?.id ?? 0
}

/** Reads the figures of now. They count the messages after the one with the id `newestBefore`. */
export function readFigures(
  portal: Portal,
  patients: readonly HonestPatient[],
  newestBefore: number,
): Omit<Figures, 'leastFree'> {
  const count = (sql: string, ...values: unknown[]) =>
    portal.rows<{ number: number }>(`select count(*) as number from ${sql}`, ...values)[0]?.number ?? 0
  const mailsTo = (recipient: string) =>
    count(
      `messages where channel = 'email' and status <> 'suppressed' and id > ? and recipient like ?`,
      newestBefore,
      `%${recipient}`,
    )
  const offersTo = (address: string) =>
    count('offers join waiting_entries w on w.id = entry_id where w.email like ?', `%${address}`)
  const figuresOf = (wish: Wish) => {
    const came = patients.filter((patient) => patient.wish === wish)
    const got = came.filter(({ gotAt }) => gotAt !== undefined)
    const waits = got.map(({ gotAt = 0, cameAt }) => (gotAt - cameAt) / MINUTE)
    return { came: came.length, got: got.length, waited: Math.max(0, ...waits) }
  }
  return {
    free: freeShare(portal),
    patients: { book: figuresOf('book'), list: figuresOf('list'), wait: figuresOf('wait') },
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
