import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { BOOKINGS_AT_ONCE, MESSAGE_LENGTH, NOTE_LENGTH } from './booking-limits.ts'
import { REMEMBERED_DAYS } from './contact/contact.ts'
import { DEFAULT_CANCEL_HOURS } from './cut-off.ts'
import * as freeTimes from './free-times.ts'
import { LATE_MINUTES } from './late.ts'
import { PRACTICE_DAYS_AHEAD } from './practice-days-ahead.ts'
import { LONGEST_INTERVAL, SERIES_TIMES } from './series.ts'
import { SERVICE_DEFAULTS } from './service/service-defaults.ts'
import { INVITATION_HOURS } from './staff.ts'

const BEHAVIOUR = new URL('../../docs/behaviour.md', import.meta.url)

/** The rules by their numbers. In the document each is one item of a list: `- **2.2** Defaults: …`. */
const RULES: ReadonlyMap<string, string> = new Map(
  readFileSync(BEHAVIOUR, 'utf8')
    .replace(/\s+/g, ' ')
    .split(' - ')
    .map((item) => /^\*\*([\d.]+)\*\* (.*)$/.exec(item))
    .flatMap((match) => (match === null ? [] : [[match[1] ?? '', match[2] ?? '']])),
)

it.each([
  {
    rule: '2.2',
    words: `duration ${SERVICE_DEFAULTS.duration_min}, step ${SERVICE_DEFAULTS.step}, paddings ${SERVICE_DEFAULTS.paddingBefore}, price ${SERVICE_DEFAULTS.price}`,
  },
  {
    rule: '3.2',
    words: `Empty means ${freeTimes.DEFAULT_MAX_BOOKING_DAYS}; allowed are 1 to ${freeTimes.MAX_BOOKING_DAYS}.`,
  },
  { rule: '3.9', words: `at most ${freeTimes.SUMMARY_DAYS_MAX} days` },
  { rule: '3.10', words: `looks ${PRACTICE_DAYS_AHEAD} days ahead` },
  {
    rule: '3.13',
    words: `up to ${freeTimes.SUGGESTED_SLOTS_PER_DAY} suggested times a day, up to ${freeTimes.SUGGESTED_SLOTS_PER_HALF_DAY} before and ${freeTimes.SUGGESTED_SLOTS_PER_HALF_DAY} after noon`,
  },
  {
    rule: '3.14',
    words: `shows about ${freeTimes.SLOTS_PER_LOAD} times, scans at most ${freeTimes.LIST_DAYS_SCANNED} days and never looks beyond ${freeTimes.LIST_MONTHS_AHEAD} months`,
  },
  { rule: '4.15', words: `for ${REMEMBERED_DAYS} days` },
  { rule: '8.9', words: `\`cancel_hours\` (${DEFAULT_CANCEL_HOURS})` },
  { rule: '8.15', words: `at most ${MESSAGE_LENGTH} characters` },
  { rule: '8.31', words: `\`{ids}\` (at most ${BOOKINGS_AT_ONCE})` },
  { rule: '12.42', words: `valid for ${INVITATION_HOURS} hours` },
  { rule: '18.6', words: `at least ${freeTimes.OFFERED_HOURS_AHEAD} hours` },
  {
    rule: '19.40',
    words: `(every 1 to ${LONGEST_INTERVAL} weeks or days, \`unit\` \`week\` or \`day\`, ${SERIES_TIMES.least} to ${SERIES_TIMES.most} times)`,
  },
  { rule: '19.50', words: `(${LATE_MINUTES.least} to ${LATE_MINUTES.most} minutes)` },
  { rule: '19.60', words: `/note\`), at most ${NOTE_LENGTH} characters` },
])('the numbers of rule $rule in docs/behaviour.md are those of the code: $words', ({ rule, words }) => {
  expect(RULES.get(rule)).toContain(words)
})
