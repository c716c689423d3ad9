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

const DOCS = readFileSync(new URL('../../docs/behaviour.md', import.meta.url), 'utf8').replace(/\s+/g, ' ')
/** Returns the text of a rule, which is one item of a list: ` - **2.2** Defaults: …`. */
const ruleOf = (number: string) => DOCS.split(`**${number}**`)[1]?.split(' - **')[0]

it.each<[rule: string, sentence: string]>([
  [
    '2.2',
    `duration ${SERVICE_DEFAULTS.duration_min}, step ${SERVICE_DEFAULTS.step}, paddings ${SERVICE_DEFAULTS.paddingBefore}, price ${SERVICE_DEFAULTS.price}`,
  ],
  [
    '3.2',
    `Empty means ${freeTimes.DEFAULT_MAX_BOOKING_DAYS}; allowed are 1 to ${freeTimes.MAX_BOOKING_DAYS}.`,
  ],
  ['3.9', `at most ${freeTimes.SUMMARY_DAYS_MAX} days`],
  ['3.10', `looks ${PRACTICE_DAYS_AHEAD} days ahead`],
  [
    '3.13',
    `up to ${freeTimes.SUGGESTED_SLOTS_PER_DAY} suggested times a day, up to ${freeTimes.SUGGESTED_SLOTS_PER_HALF_DAY} before and ${freeTimes.SUGGESTED_SLOTS_PER_HALF_DAY} after noon`,
  ],
  [
    '3.14',
    `shows about ${freeTimes.SLOTS_PER_LOAD} times, scans at most ${freeTimes.LIST_DAYS_SCANNED} days and never looks beyond ${freeTimes.LIST_MONTHS_AHEAD} months`,
  ],
  ['4.15', `for ${REMEMBERED_DAYS} days`],
  ['8.9', `\`cancel_hours\` (${DEFAULT_CANCEL_HOURS})`],
  ['8.15', `at most ${MESSAGE_LENGTH} characters`],
  ['8.31', `\`{ids}\` (at most ${BOOKINGS_AT_ONCE})`],
  ['12.42', `valid for ${INVITATION_HOURS} hours`],
  ['18.6', `at least ${freeTimes.OFFERED_HOURS_AHEAD} hours`],
  [
    '19.40',
    `(every 1 to ${LONGEST_INTERVAL} weeks or days, \`unit\` \`week\` or \`day\`, ${SERIES_TIMES.least} to ${SERIES_TIMES.most} times)`,
  ],
  ['19.50', `(${LATE_MINUTES.least} to ${LATE_MINUTES.most} minutes)`],
  ['19.60', `/note\`), at most ${NOTE_LENGTH} characters`],
])('the numbers of rule %s in docs/behaviour.md are those of the code: %s', (rule, sentence) => {
  expect(ruleOf(rule)).toContain(sentence)
})
