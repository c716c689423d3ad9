import { FREE_DAYS, FREE_TIMES, freeDayButtons } from './fixtures/free-times.ts'
import { fetchServerAnswer, refuseCalls } from './fixtures/intercepted-calls.ts'
import { chooseService, openTimes } from './fixtures/patient.ts'
import { photograph } from './fixtures/photograph.ts'
import { expect, test } from './fixtures/portal.ts'

const DAYS_NOT_LOADED = 'Die freien Tage konnten nicht geladen werden.'

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
  /** Holds back the answers until it is resolved; a new one holds back those of the next load. */
  let release = Promise.withResolvers<void>()
  await page.route(FREE_DAYS, async (route) => {
    const response = await fetchServerAnswer(route)
    const days = (await response.json()) as { date: string; available_count: number }[]
    firstFreeDay ??= days.find(({ available_count }) => available_count > 0)?.date
    await release.promise
    await route.fulfill({ response, json: days.filter(({ date }) => date === firstFreeDay) })
  })
  await page.reload()
  await expect(page.getByText('Lade freie Zeiten…').first()).toBeAttached()
  await photograph(page, 'booking-3-list-loading')
  release.resolve()
  const loadMore = page.getByRole('button', { name: 'Mehr Termine anzeigen' })
  await expect(loadMore).toBeVisible()
  release = Promise.withResolvers()
  await loadMore.click()
  await expect(page.getByText('Weitere Termine werden geladen…').first()).toBeAttached()
  release.resolve()
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
