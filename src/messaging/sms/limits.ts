import { and, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../db/open.ts'
import { messages } from '../../db/schema.ts'
import { readSetting } from '../../practice/settings.ts'
import { countryName, readCountries } from '../../shared/contact/countries.ts'
import { addDays, type Day, dayNumber, type Instant } from '../../shared/day.ts'
import { numberWord } from '../../shared/number-word.ts'
import { dayAt, dayNumberAt, startOfDay } from '../../time/vienna.ts'
import type { Reach } from './phone.ts'

/** This module limits the number and the cost of SMS (docs/behaviour.md 10.35–10.38). */

/** The most SMS that one number gets per day in Vienna. */
export const PER_NUMBER_AND_DAY = 6
/** Numbers of this country are never foreign. */
const HOME_COUNTRY = 'AT'

/**
 * Counts the SMS that were sent, may have been sent, or will be. The time of an SMS is its `due_at`, because
 * the index has that column. An attempt sets it to the end of the worker's lease, a minute or two later.
 */
const countSms = prepared((db) =>
  db
    .select({
      total: sql<number>`count(*)`,
      ofNumber: sql<number>`count(*) filter (where ${messages.recipient} = ${sql.placeholder('number')})`,
    })
    .from(messages)
    .where(
      and(
        // This is a literal, because with a parameter SQLite does not use the partial index.
        sql`channel = 'sms'`,
        gte(messages.dueAt, sql.placeholder('from')),
        lt(messages.dueAt, sql.placeholder('to')),
        inArray(messages.status, ['queued', 'sending', 'sent', 'unknown']),
      ),
    )
    .prepare(),
)

/**
 * Returns why this SMS exceeds a limit of the practice or of its number, as a sentence; undefined if it may
 * be sent.
 * @param options.endsRequest true for the end of a request that was never confirmed, which anybody can make
 * with any number
 */
export function whySmsNotAllowed(
  ctx: Ctx,
  reach: Reach,
  { endsRequest = false }: Readonly<{ endsRequest?: boolean | undefined }> = {},
): string | undefined {
  if (reach.kind !== 'reachable') return undefined
  const { e164, country } = reach
  return (
    whyCountryNotAllowed(ctx, country, { endsRequest }) ?? whyNumberHasEnough(ctx, e164) ?? whyCapReached(ctx)
  )
}

/** Returns why numbers of this country get no SMS, as a sentence; undefined if they do. */
function whyCountryNotAllowed(
  ctx: Ctx,
  country: string,
  { endsRequest }: Readonly<{ endsRequest: boolean }>,
): string | undefined {
  if (!readCountries(readSetting(ctx, 'general', 'sms_countries')).includes(country))
    return `SMS in dieses Land sind nicht freigegeben${country && `: ${countryName(country)}`}.`
  return endsRequest && country !== HOME_COUNTRY
    ? 'Absage einer Anfrage: keine SMS an ausländische Nummern.'
    : undefined
}

/** Returns why the number gets no further SMS today, as a sentence; undefined if it does. */
function whyNumberHasEnough(ctx: Ctx, number: string): string | undefined {
  const today = dayNumberAt(ctx.now)
  const { ofNumber } = countBetween(ctx, { from: startOfDay(today), to: startOfDay(today + 1), number })
  return ctx.config.rateLimits && ofNumber >= PER_NUMBER_AND_DAY
    ? `Diese Nummer hat heute schon ${numberWord(PER_NUMBER_AND_DAY)} SMS bekommen.`
    : undefined
}

/** Returns why no SMS may be sent this month, as a sentence; undefined below the cap. */
export function whyCapReached(ctx: Ctx): string | undefined {
  const { count, cap } = smsOfMonth(ctx)
  return cap > 0 && count >= cap ? `Die Grenze von ${cap} SMS im Monat ist erreicht.` : undefined
}

/** Returns the number of SMS in this Vienna month and their cap. A cap of 0 means no cap. */
export function smsOfMonth(ctx: Ctx): Readonly<{ count: number; cap: number }> {
  const firstDay = firstOfMonth(dayAt(ctx.now))
  // No month has more than 31 days, so this reaches the next month.
  const firstOfNext = firstOfMonth(addDays(firstDay, 31))
  const { total } = countBetween(ctx, {
    from: startOfDay(dayNumber(firstDay)),
    to: startOfDay(dayNumber(firstOfNext)),
  })
  return { count: total, cap: readSetting(ctx, 'general', 'sms_monthly_cap') }
}

/** Returns the first day of the month in which the day lies. */
function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 7)}-01`
}

/** Counts the SMS from `from` until before `to`: all of them, and those to the number. */
function countBetween(
  { db }: Ctx,
  { from, to, number = '' }: Readonly<{ from: Instant; to: Instant; number?: string }>,
) {
  return countSms(db).get({ from, to, number }) ?? { total: 0, ofNumber: 0 }
}
