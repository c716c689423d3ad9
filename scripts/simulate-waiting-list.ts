/**
 * `npm run simulate` simulates a year of an invented practice, with and without the waiting list. It counts
 * how much of the time freed by cancellations is used again, and how many messages that takes. The rules are
 * the portal's own. Patients are drawn from a seed, so that both years have the same ones. With several
 * doctors (`npm run simulate -- 52 1 3`) each has as many patients as a single one, and some patients want a
 * certain doctor.
 */

import { endDueEntries } from '../src/booking/ended-entries.ts'
import { makeDueOffers } from '../src/booking/offers.ts'
import { MOST_DOCTORS } from '../src/demo.ts'
import { type Instant, MINUTE } from '../src/shared/day.ts'
import { isNight } from '../src/time/quiet-hours.ts'
import { startOfDay } from '../src/time/vienna.ts'
import { answerOffers } from './simulation/answers.ts'
import { summarise } from './simulation/figures.ts'
import { queuePatients } from './simulation/patients.ts'
import { openYear, type Year } from './simulation/year.ts'

/** Minutes between two rounds of offers. */
const STEP_MINUTES = 5

const [weeksText = '52', seedText = '1', doctorsText = '1'] = process.argv.slice(2)
const weeks = Number(weeksText)
const seed = Number(seedText)
const doctors = Math.min(Number(doctorsText), MOST_DOCTORS)

console.log(`${weeks} weeks, seed ${seed}${doctors > 1 ? `, ${doctors} doctors` : ''}`)
for (const [name, hasWaitingList] of Object.entries({ 'without the waiting list': false, 'with it': true })) {
  const year = openYear({ hasWaitingList, doctors, seed })
  playDays(year)
  console.log(`\n${name}`)
  for (const [figure, value] of Object.entries(summarise(year)))
    console.log(`  ${figure.padEnd(32)} ${value}`)
}

/** Simulates all days in steps of `STEP_MINUTES`. The portal makes its offers in each step. */
function playDays(year: Year): void {
  for (let day = year.firstDay; day < year.firstDay + 7 * weeks; day++) {
    queuePatients(year, day)
    for (let minute = 0; minute < 24 * 60; minute += STEP_MINUTES) {
      playUntil(year, startOfDay(day) + minute * MINUTE)
      if (year.hasWaitingList && !isNight(year.now)) {
        makeDueOffers(year.ctx())
        answerOffers(year)
      }
    }
    endDueEntries(year.ctx())
  }
}

/** Runs the events that are due until the instant, and sets the clock to it. */
function playUntil(year: Year, end: Instant): void {
  for (let event = year.events.take(end); event !== undefined; event = year.events.take(end)) {
    year.now = event.at
    event.run()
  }
  year.now = end
}
