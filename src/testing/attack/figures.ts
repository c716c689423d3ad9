import { MINUTE } from '../../shared/day.ts'
import type { HonestPatient, Wish } from './patients.ts'
import { ATTACKER_DOMAIN, PATIENT_DOMAIN, type Portal, readFreeShare, STRANGER_DOMAIN } from './portal.ts'

/** The effects of an attack up to one moment. */
export type Figures = Readonly<{
  /** The share of starts that the attackers leave free, from 0 to 1: now, and at the worst moment so far. */
  freeShare: number
  leastFreeShare: number
  patients: Readonly<Record<Wish, WishFigures>>
  /**
   * Offers of the waiting list by their recipients. Half of the patients with an offer waited at most
   * `medianWait` minutes for it.
   */
  offers: Readonly<{ patients: number; medianWait: number; attackers: number }>
  /** E-mails that the portal has sent, by their recipients. */
  mails: Readonly<{ patients: number; practice: number; strangers: number; attackers: number }>
  /** Requests of patients that the portal marked. */
  marked: number
}>

/** The number of patients with a wish, the number who got it, and the longest wait of those in minutes. */
type WishFigures = Readonly<{ tried: number; succeeded: number; longestWait: number }>

/** Returns the id of the newest message; 0 without one. */
export function newestMessageId({ rows }: Portal): number {
  return rows<{ id: number }>('select coalesce(max(id), 0) as id from messages')[0]?.id ?? 0
}

/**
 * Reads the current figures.
 * @param newestBefore the id of the newest message from before the attack; the messages after it count
 */
export function readFigures(
  portal: Portal,
  patients: readonly HonestPatient[],
  newestBefore: number,
): Omit<Figures, 'leastFreeShare'> {
  const countRows = (fromAndWhere: string, ...values: unknown[]) =>
    portal.rows<{ count: number }>(`select count(*) as count from ${fromAndWhere}`, ...values)[0]?.count ?? 0
  const mailsTo = (domain: string) =>
    countRows(
      `messages where channel = 'email' and status <> 'muted' and id > ? and recipient like ?`,
      newestBefore,
      `%${domain}`,
    )
  const offersTo = (domain: string) =>
    countRows('offers join waiting_entries w on w.id = entry_id where w.email like ?', `%${domain}`)
  const figuresOf = (wish: Wish): WishFigures => {
    const withWish = patients.filter((patient) => patient.wish === wish)
    const waits = withWish.flatMap(({ arrivedAt, fulfilledAt }) =>
      fulfilledAt === undefined ? [] : [(fulfilledAt - arrivedAt) / MINUTE],
    )
    return { tried: withWish.length, succeeded: waits.length, longestWait: Math.max(0, ...waits) }
  }
  return {
    freeShare: readFreeShare(portal),
    patients: { book: figuresOf('book'), list: figuresOf('list'), wait: figuresOf('wait') },
    offers: {
      patients: offersTo(PATIENT_DOMAIN),
      medianWait: readMedianWait(portal),
      attackers: offersTo(ATTACKER_DOMAIN),
    },
    mails: {
      patients: mailsTo(PATIENT_DOMAIN),
      practice: mailsTo('@ordination.example'),
      strangers: mailsTo(STRANGER_DOMAIN),
      attackers: mailsTo(ATTACKER_DOMAIN),
    },
    marked: countRows('bookings where marked = 1 and email like ?', `%${PATIENT_DOMAIN}`),
  }
}

/** Returns the median number of minutes that patients with an offer waited for it. */
function readMedianWait({ rows }: Portal): number {
  const waits = rows<{ milliseconds: number }>(
    `select o.created_at - w.created_at as milliseconds from offers o join waiting_entries w on w.id = entry_id
     where w.email like ? order by milliseconds`,
    `%${PATIENT_DOMAIN}`,
  )
  const median = waits[Math.floor(waits.length / 2)]?.milliseconds ?? 0
  return Math.round(median / MINUTE)
}
