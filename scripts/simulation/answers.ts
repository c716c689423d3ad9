import { sql } from 'drizzle-orm'
import { refuseOffer, takeOffer } from '../../src/booking/offer-answers.ts'
import { HAS_STATUS_OPEN } from '../../src/db/offer-rows.ts'
import { type OfferRow, offers } from '../../src/db/schema.ts'
import { DAY_LENGTH, MINUTE } from '../../src/shared/day.ts'
import { Problem } from '../../src/shared/problems.ts'
import { seededRandom } from './seeded-random.ts'
import { seedsOf, type Year } from './year.ts'

/** How patients answer an offer. */
const HABITS = {
  /** The shares that accept or refuse an offer; all others let it expire. */
  takeShare: 0.4,
  refuseShare: 0.25,
  /** An answer to an offer takes from two minutes to a little less than an hour. */
  answerAfter: { least: 2 * MINUTE, most: 52 * MINUTE },
}

/** Decides about each new offer, and queues the patient's answer. */
export function answerOffers(year: Year): void {
  // Ids are random, so ordering by row id is what makes each run the same.
  for (const offer of year.db.select().from(offers).where(HAS_STATUS_OPEN).orderBy(sql`rowid`).all()) {
    if (year.answeredOffers.has(offer.id)) continue
    year.answeredOffers.add(offer.id)
    const random = seededRandom(seedsOf(year).offers + year.answeredOffers.size)
    const answer = drawAnswer(year, offer, random())
    const { least, most } = HABITS.answerAfter
    const delay = least + random() * (most - least)
    if (answer !== undefined) year.events.push(year.now + delay, answer)
  }
}

/**
 * Returns what the patient does about the offer; undefined for nothing, so that it expires.
 * @param draw a random number from 0 to 1
 */
function drawAnswer(year: Year, offer: OfferRow, draw: number): (() => void) | undefined {
  const { takeShare, refuseShare } = HABITS
  if (draw < takeShare) return () => takeAsPatient(year, offer)
  if (draw < takeShare + refuseShare) return () => answerIfOpen(() => refuseOffer(year.ctx(), offer.id))
  return undefined
}

/** Takes the offer if it is still open, and records how many days earlier the patient comes. */
function takeAsPatient(year: Year, offer: OfferRow): void {
  answerIfOpen(() => {
    const startBefore = year.db.$client
      .prepare(
        'select starts_at from bookings join waiting_entries on booking_id = bookings.id where waiting_entries.id = ?',
      )
      .pluck()
      .get(offer.entryId) as number
    takeOffer(year.ctx(), offer.id)
    year.daysGained.push((startBefore - offer.startsAt) / DAY_LENGTH)
  })
}

/**
 * Runs the answer to an offer. The portal may refuse it, because the offer has expired or its time is taken.
 */
function answerIfOpen(answer: () => void): void {
  try {
    answer()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}
