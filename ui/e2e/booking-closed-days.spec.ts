import { addDays, type Day, mondayOf } from '../../src/shared/day.ts'
import { dayOfMonth, longDay, shortDay } from '../../src/shared/format.ts'
import { closePractice, dayFromToday } from './fixtures/bookings.ts'
import { openTimes } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'

/**
 * Returns the second Monday of the month after next. The calendar does not open in that month; at the end of
 * a month it can open in the next one.
 */
function secondMondayInTwoMonths(today: Day): Day {
  const fourteenth = Temporal.PlainDate.from(today).with({ day: 14 }).add({ months: 2 }).toString()
  return mondayOf(fourteenth)
}

test('a patient reads on which days the practice is closed, and why', async ({ page, portal }) => {
  const today = dayFromToday(0)
  const tomorrow = dayFromToday(1)
  const monday = secondMondayInTwoMonths(today)
  const friday = addDays(monday, 4)
  closePractice(portal, 'Fortbildung', tomorrow)
  closePractice(portal, 'Urlaub', monday, friday)

  await openTimes(page)
  const closedWeek = page.getByText(
    `Geschlossen von Mo ${dayOfMonth(monday)}. bis ${shortDay(friday, today)}: Urlaub`,
  )
  await expect(async () => {
    await page.getByRole('button', { name: 'Nächster Monat' }).click()
    await expect(closedWeek).toBeVisible({ timeout: 1000 })
  }).toPass({ intervals: [0] })
  for (const day of [monday, friday])
    await expect(page.getByRole('button', { name: `${longDay(day)}, geschlossen` })).toBeDisabled()

  await page.getByRole('button', { name: 'Liste' }).click()
  await expect(page.getByText(`${shortDay(tomorrow, today)} geschlossen: Fortbildung`)).toBeVisible()
  await expect(closedWeek).toHaveCount(0)
  await expect(async () => {
    await page.getByRole('button', { name: 'Mehr Termine anzeigen' }).click({ timeout: 1000 })
    await expect(closedWeek).toBeVisible({ timeout: 500 })
  }).toPass({ intervals: [0] })
})
