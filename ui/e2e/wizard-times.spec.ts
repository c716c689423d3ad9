import type { Locator, Page } from 'playwright/test'
import { addDays, type Day, mondayOf } from '../../src/shared/day.ts'
import { longDay, monthName } from '../../src/shared/format.ts'
import { closePractice, dayFromToday } from './fixtures/bookings.ts'
import { FREE_TIMES, freeDayButtons } from './fixtures/free-times.ts'
import { bottomBar, chooseService, openTimes } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'
import { PHONE } from './fixtures/windows.ts'

/** The Friday of the last week that the calendar must offer: four weeks after this week. */
function fifthFriday(): Day {
  return addDays(mondayOf(dayFromToday(0)), 4 * 7 + 4)
}

function dayButton(page: Page, day: Day): Locator {
  return page.getByRole('button', { name: longDay(day) })
}

/** Returns the accessible name of the calendar, such as "Jänner bis Februar 2027". */
async function shownMonths(page: Page): Promise<string> {
  return (await page.getByRole('grid').getAttribute('aria-label')) ?? ''
}

test('the calendar offers at least five weeks', async ({ page }) => {
  await chooseService(page)
  await expect(page.getByText('Bitte einen Tag im aktuellen Monat wählen.')).toBeVisible()
  await expect(dayButton(page, fifthFriday())).toBeVisible()
})

test('the calendar says when a day has no free times, and a day of the next month turns no page', async ({
  page,
}) => {
  await page.route(FREE_TIMES, (route) => route.fulfill({ json: [] }))
  await chooseService(page)
  await expect(freeDayButtons(page).last()).toBeVisible()
  const monthsBefore = await shownMonths(page)
  await freeDayButtons(page).last().click()
  await expect(page.getByText('Keine freien Zeiten für dieses Datum.')).toBeVisible()
  expect(await shownMonths(page)).toBe(monthsBefore)
})

test('an arrow key past the last day turns the page and takes the focus along', async ({ page }) => {
  await chooseService(page)
  await expect(dayButton(page, fifthFriday())).toBeEnabled()
  const monthsBefore = await shownMonths(page)
  await dayButton(page, fifthFriday()).focus()
  // Nothing is free on Saturday and Sunday.
  await page.keyboard.press('ArrowRight')
  const nextMonday = addDays(fifthFriday(), 3)
  await expect(dayButton(page, nextMonday)).toBeFocused()
  expect(await shownMonths(page)).not.toBe(monthsBefore)
})

test('turning back to the month of the chosen day does not scroll down to its times', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await chooseService(page)
  await freeDayButtons(page).first().click()
  const time = page.getByRole('button', { name: /^\d\d:\d\d$/ }).first()
  await expect(time).toBeInViewport()
  await page.evaluate(() => scrollTo(0, 0))
  const previousMonth = page.getByRole('button', { name: 'Voriger Monat' })
  // The calendar may open on the weeks around the end of a month, and the next month then shows the day too.
  await expect(async () => {
    await page.getByRole('button', { name: 'Nächster Monat' }).click()
    await expect(time).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await expect(async () => {
    await previousMonth.click()
    await expect(time).toBeAttached({ timeout: 500 })
  }).toPass()
  await expect(previousMonth).toBeInViewport()
  await expect(time).not.toBeInViewport()
})

test('without a time, "Weiter" says in its bar what is missing, and leads there', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openTimes(page)
  const bar = bottomBar(page)
  const time = page.getByRole('button', { name: /^\d\d:\d\d$/ }).first()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(bar.getByRole('alert')).toHaveText('Bitte wählen Sie zuerst eine freie Zeit.')
  await expect(page.locator(':focus')).toHaveAccessibleName(/Zeiten frei$/)
  await page.keyboard.press('Enter')
  await expect(time).toBeAttached()
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(time).toBeFocused()
  await expect(time).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(bar.getByRole('alert')).toHaveCount(0)
  const chosen = bar.locator('b')
  await expect(chosen).toContainText(await time.innerText())
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expect(chosen, 'with text of twice the size').toBeInViewport({ ratio: 1 })
  expect(await chosen.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0)
})

test('the calendar opens at the next free day, which a phone shows without scrolling', async ({
  page,
  portal,
}) => {
  const firstOfMonth = Temporal.PlainDate.from(dayFromToday(0)).with({ day: 1 }).add({ months: 3 })
  closePractice(portal, 'Urlaub', dayFromToday(0), firstOfMonth.with({ day: 3 }).toString())
  await page.setViewportSize(PHONE)
  await openTimes(page)
  // The heading of a month with days of the next one names both.
  const heading = new RegExp(`^${monthName(firstOfMonth.toString())} `)
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  const bottomOfFreeDay = await freeDayButtons(page)
    .first()
    .evaluate((day) => day.getBoundingClientRect().bottom)
  const bar = await bottomBar(page).boundingBox()
  expect(bottomOfFreeDay).toBeLessThan(bar?.y ?? 0)
  // Three presses lead back to this month, whose first row is the week of today: earlier weeks are left out.
  await page.getByRole('button', { name: 'Voriger Monat' }).click({ clickCount: 3 })
  await expect(page.getByRole('button', { name: /, heute/ })).toBeVisible()
  await expect(
    page
      .getByRole('row')
      .first()
      .getByRole('button', { name: /, heute/ }),
  ).toBeVisible()
})
