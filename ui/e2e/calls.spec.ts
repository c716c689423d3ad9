import { timeOfDay } from '../../src/shared/format.ts'
import { expect, test } from './fixtures/admin.ts'
import { addBusyPractice } from './fixtures/busy-practice.ts'
import { CALLS_ABOUT_APPOINTMENTS } from './fixtures/calls-about-appointments.ts'
import { CALLS_ABOUT_DAYS } from './fixtures/calls-about-days.ts'
import { CALLS_FOR_APPOINTMENTS } from './fixtures/calls-for-appointments.ts'
import { openHands } from './fixtures/hands.ts'

// `npm run calls` plays what an assistant does at the telephone, by mouse and by keyboard, and counts the
// movements of the hands; it is not part of `npm test`.

const CALLS = [...CALLS_FOR_APPOINTMENTS, ...CALLS_ABOUT_APPOINTMENTS, ...CALLS_ABOUT_DAYS]

/** The columns of the table that is printed at the end. */
const COLUMNS = ['call', 'by', 'clicks', 'keys', 'characters', 'seconds', 'aim', 'reached'] as const

/** A row of the table for each call that was played. */
const playedCalls: Readonly<Record<(typeof COLUMNS)[number], string | number>>[] = []

// The call "the doctor is ill today" needs appointments that are still to come today, the last one at 23:50.
const LATEST_TIME = '23:00'

for (const { name, aimSeconds, startUrl = () => '/admin', play } of CALLS)
  for (const device of ['mouse', 'keyboard'] as const)
    test(`${name}, by ${device}`, async ({ page, portal }) => {
      test.skip(timeOfDay(Date.now()) > LATEST_TIME, 'hardly any time of today is left')
      addBusyPractice(portal)
      await page.goto(startUrl())
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/^Lade /)).toHaveCount(0)
      const hands = openHands(page, device)
      await play(hands)
      const { clicks, keys, characters } = hands.counts
      const seconds = hands.secondsSoFar()
      playedCalls.push({
        call: name,
        by: device,
        clicks,
        keys,
        characters,
        seconds: seconds.toFixed(1),
        aim: aimSeconds,
        reached: seconds <= aimSeconds ? 'yes' : 'no',
      })
    })

test.afterAll(() => {
  const rows = playedCalls.map((played) => COLUMNS.map((column) => String(played[column])))
  const table = [[...COLUMNS], COLUMNS.map(() => '-'), ...rows]
  const widths = COLUMNS.map((_, index) => Math.max(...table.map((row) => row[index]?.length ?? 0)))
  const lines = table.map(
    (row) => `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`,
  )
  // biome-ignore lint/suspicious/noConsole: the figures are what the command is for
  console.log(lines.join('\n'))
})
