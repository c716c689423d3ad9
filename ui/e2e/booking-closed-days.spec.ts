import { addDays, mondayOf } from '../../src/shared/day.ts'
import { dayOfMonth, longDay, shortDay } from '../../src/shared/format.ts'
import { closePractice, dayFromToday } from './fixtures/bookings.ts'
import { openTimes } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'

test('a patient reads on which days the practice is closed, and why', async ({ page, portal }) => {
  const tomorrow = dayFromToday(1)
  const today = dayFromToday(0)
  // The closure is from Monday to Friday in the second week of the month after next. It must not be in the
  // month in which the calendar opens: at the end of a month, that can be the next month.
  const eighth = Temporal.PlainDate.from(today).with({ day: 8 }).add({ months: 2 }).toString()
  // The first Monday from the eighth on is in the week of the fourteenth.
  const monday = mondayOf(addDays(eighth, 6))
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
