import type { Page } from 'playwright/test'
import { expect, test } from './fixtures/admin.ts'
import { listen } from './fixtures/announcements.ts'
import { addBooking } from './fixtures/bookings.ts'
import { MONDAY, openCalendar } from './fixtures/calendar.ts'
import { fetchServerAnswer } from './fixtures/intercepted-calls.ts'

// Heights in CSS pixels.

/** The header with an alert in one line is lower, and with one in two lines higher. */
const HEADER_OF_TWO_LINES = 72
/** The charts are higher once they are drawn. */
const DRAWN_CHARTS = 200
/** Six alerts are at least this much higher than the charts beside them. */
const ALERTS_BEYOND_CHARTS = 100

/** The answer of the server about its status, for these reasons. The header shows their sentences. */
function statusFor(level: 'warning' | 'danger', ...sentences: readonly string[]) {
  return {
    level,
    message: sentences.join(' '),
    reasons: sentences.map((message) => ({ message, href: '/admin' })),
    counts: { requests: 0, failed: 0 },
  }
}

/**
 * Makes every page show an alert of two sentences in its header, and the start page six alerts beside its
 * charts.
 */
async function raiseAlerts(page: Page): Promise<void> {
  const alert = {
    level: 'warning',
    title: 'Odoo antwortet nicht',
    detail: 'Odoo ist nicht erreichbar.',
    href: '',
  }
  const status = statusFor('warning', 'Odoo ist nicht erreichbar.', '2 Termine wurden in Odoo geändert.')
  // Every page asks for the status, and may be left before a real answer has come.
  await page.route('**/api/admin/status', (route) => route.fulfill({ json: status }))
  await page.route('**/api/admin/overview', async (route) => {
    const response = await fetchServerAnswer(route)
    const alerts = Array.from({ length: 6 }, (_, i) => ({ ...alert, kind: `odoo ${i}` }))
    await route.fulfill({ response, json: { ...(await response.json()), alerts } })
  })
}

/** The sentence of the alert that e-mails have been waiting for so many minutes. */
function waitingSentence(minutes: number): string {
  return `E-Mails warten seit ${minutes} Minuten.`
}

test('a problem is announced when it begins, not each minute that it lasts', async ({ page }) => {
  await page.clock.install()
  let sentence = waitingSentence(11)
  await page.route('**/api/admin/status', (route) => route.fulfill({ json: statusFor('danger', sentence) }))
  await page.goto('/admin')
  const banner = page.getByRole('banner')
  await expect(banner.getByText(waitingSentence(11))).toBeVisible()
  const heard = await listen(page)
  for (const nextSentence of [waitingSentence(12), 'Odoo ist nicht erreichbar.']) {
    sentence = nextSentence
    // The page asks for the status each minute.
    await page.clock.fastForward('01:01')
    await expect(banner.getByText(nextSentence)).toBeVisible()
  }
  await expect.poll(heard).toContain('Odoo ist nicht erreichbar.')
  expect(await heard()).not.toContain(waitingSentence(12))
})

test('an alert of two sentences fits the header', async ({ page }) => {
  await raiseAlerts(page)
  await page.goto('/admin')
  await expect(page.getByRole('banner').getByText('2 Termine wurden')).toBeVisible()
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(HEADER_OF_TWO_LINES)
})

test('a long list of alerts does not make the charts beside it higher', async ({ page }) => {
  await raiseAlerts(page)
  const heightOf = async (name: string) =>
    (await page.getByRole('region', { name }).boundingBox())?.height ?? 0
  await page.goto('/admin')
  await expect(page.getByRole('banner').getByText('2 Termine wurden')).toBeVisible()
  const heightOfCharts = await heightOf('Auslastung, 14 Tage')
  const heightOfAlerts = await heightOf('Bitte beachten')
  expect(heightOfCharts).toBeGreaterThan(DRAWN_CHARTS)
  expect(heightOfAlerts - heightOfCharts).toBeGreaterThan(ALERTS_BEYOND_CHARTS)
})

test('an appointment fills its box in the week below an alert, and its name may be hyphenated', async ({
  page,
  portal,
}) => {
  await raiseAlerts(page)
  addBooking(portal, MONDAY, '09:00')
  await openCalendar(page, 'week', MONDAY)
  const appointment = page.getByRole('button', { name: /^09:00 Musterfrau/ })
  const box = await appointment.boundingBox()
  const boxOfDay = await appointment.locator('..').boundingBox()
  expect(box?.width).toBeCloseTo(boxOfDay?.width ?? 0, 0)
  await expect(appointment).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  const title = appointment.getByText('Musterfrau')
  await expect(title).toHaveCSS('hyphens', 'auto')
  await expect(title).toHaveCSS('overflow-wrap', 'break-word')
})

test('in a low window the navigation is scrolled to the link of the page that is open', async ({ page }) => {
  await raiseAlerts(page)
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('/admin/audit')
  await expect(page.getByRole('link', { name: 'Protokoll' })).toBeInViewport()
})
