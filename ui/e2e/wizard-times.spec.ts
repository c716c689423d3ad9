import type { Locator, Page } from 'playwright/test'
import { addDays, type Day, mondayOf } from '../../src/shared/day.ts'
import { longDay, monthName } from '../../src/shared/format.ts'
import { closePractice, dayFromToday } from './fixtures/bookings.ts'
import { fetchServerAnswer, refuseCalls } from './fixtures/intercepted-calls.ts'
import { bottomBar, chooseService, openTimes } from './fixtures/patient.ts'
import { photograph } from './fixtures/photograph.ts'
import { expect, test } from './fixtures/portal.ts'
import { PHONE } from './fixtures/windows.ts'

/** Calls for days with their number of free times, and calls for the times of a day. */
const FREE_DAYS = /\/api\/slots\?.*summary=/
const FREE_TIMES = /\/api\/slots\?(?!.*summary=)/

const DAYS_NOT_LOADED = 'Die freien Tage konnten nicht geladen werden.'

/** The Friday of the last week that the calendar must offer: four weeks after this week. */
function fifthFriday(): Day {
  return addDays(mondayOf(dayFromToday(0)), 4 * 7 + 4)
}

function dayButton(page: Page, day: Day): Locator {
  return page.getByRole('button', { name: longDay(day) })
}

function freeDayButtons(page: Page): Locator {
  return page.getByRole('button', { name: /Zeiten frei$/ })
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
  const monthOfFreeDay = Temporal.PlainDate.from(dayFromToday(0)).with({ day: 1 }).add({ months: 3 })
  closePractice(portal, 'Urlaub', dayFromToday(0), monthOfFreeDay.add({ days: 2 }).toString())
  await page.setViewportSize(PHONE)
  await openTimes(page)
  // The heading of a month with days of the next one names both.
  const heading = new RegExp(`^${monthName(monthOfFreeDay.toString())} `)
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

test('while free days cannot be loaded the page says so and shows no month, and then loads them automatically', async ({
  page,
}) => {
  await page.clock.install()
  const fault = page.getByText(DAYS_NOT_LOADED)
  await refuseCalls(page, FREE_DAYS)
  await chooseService(page)
  await expect(fault).toBeVisible()
  await photograph(page, 'booking-3-failed')
  await expect(page.getByRole('grid')).toHaveCount(0)
  await page.unroute(FREE_DAYS)
  // Free days that could not be loaded are requested again every 15 seconds.
  await page.clock.fastForward(20_000)
  await expect(freeDayButtons(page).first()).toBeVisible()
  await expect(fault).toHaveCount(0)
})

test('without a connection the calendar shows only loaded months, until it is back', async ({
  page,
  context,
}) => {
  const nextMonth = page.getByRole('button', { name: 'Nächster Monat' })
  await chooseService(page)
  await expect(freeDayButtons(page).first()).toBeVisible()
  await context.setOffline(true)
  for (let month = 0; month < 3; month++) await nextMonth.click()
  await expect(page.getByText(DAYS_NOT_LOADED)).toBeVisible()
  await page.getByRole('button', { name: 'Voriger Monat' }).click({ clickCount: 3 })
  await expect(page.getByRole('grid'), 'what was loaded is still there').toBeVisible()
  await nextMonth.click({ clickCount: 3 })
  await expect(page.getByRole('grid')).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByRole('grid')).toBeVisible()
})

test('the list says why times could not be loaded, or only that they could not', async ({
  page,
  context,
}) => {
  await refuseCalls(page, FREE_TIMES)
  await chooseService(page)
  await page.getByRole('button', { name: 'Liste' }).click()
  const fault = page.getByRole('main').getByRole('alert')
  await expect(fault).toHaveText(/^Bitte versuchen Sie es später\.Neu laden/)
  await page.unroute(FREE_TIMES)
  await page.route(FREE_TIMES, (route) => route.fulfill({ status: 403, json: { error: 'closed' } }))
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(fault).toHaveText(/^Termine nicht ladbarNeu laden/)
  await page.unroute(FREE_TIMES)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(fault).toHaveText(/^Keine Verbindung\. Ihre Angaben bleiben hier\. Noch einmal\?Neu laden/)
  await context.setOffline(false)
})

test('the list says what is loading and when it has ended', async ({ page }) => {
  await openTimes(page)
  await page.getByRole('button', { name: 'Liste' }).click()
  // Only the first free day is left, so that the second load is the last one.
  let firstFreeDay: string | undefined
  let delay = Promise.withResolvers<void>()
  await page.route(FREE_DAYS, async (route) => {
    const response = await fetchServerAnswer(route)
    const days = (await response.json()) as { date: string; available_count: number }[]
    firstFreeDay ??= days.find(({ available_count }) => available_count > 0)?.date
    await delay.promise
    await route.fulfill({ response, json: days.filter(({ date }) => date === firstFreeDay) })
  })
  await page.reload()
  await expect(page.getByText('Lade freie Zeiten…').first()).toBeAttached()
  await photograph(page, 'booking-3-list-loading')
  delay.resolve()
  const loadMore = page.getByRole('button', { name: 'Mehr Termine anzeigen' })
  await expect(loadMore).toBeVisible()
  delay = Promise.withResolvers()
  await loadMore.click()
  await expect(page.getByText('Weitere Termine werden geladen…').first()).toBeAttached()
  delay.resolve()
  const endOfList = page
    .locator('[aria-live]')
    .filter({ hasText: 'Aktuell keine weiteren Termine gefunden.' })
  await expect(endOfList, 'is announced').toBeVisible()
})

test('the step says when the practice has no free times', async ({ page }) => {
  await openTimes(page)
  await page.route(FREE_DAYS, (route) => route.fulfill({ json: [] }))
  // The first answer of the server brought free times along. After the reload the page asks for them.
  await page.reload()
  await expect(page.getByText('Derzeit keine offenen Termine verfügbar.').first()).toBeVisible()
  await photograph(page, 'booking-3-empty')
})
