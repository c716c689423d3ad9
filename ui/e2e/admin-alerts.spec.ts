import type { Locator, Page } from 'playwright/test'
import { ADMIN, expect, test } from './fixtures/admin.ts'
import { addBooking } from './fixtures/bookings.ts'
import { MONDAY, openCalendar } from './fixtures/calendar.ts'
import { fetchServerAnswer } from './fixtures/intercepted-calls.ts'
import { look } from './fixtures/look.ts'
import { DESK, PHONE } from './fixtures/windows.ts'

/**
 * Makes every page show an alert of two sentences in its header, and the start page six alerts beside its
 * charts.
 */
async function raiseAlerts(page: Page): Promise<void> {
  const entry = {
    level: 'warning',
    title: 'Odoo antwortet nicht',
    detail: 'Odoo ist nicht erreichbar.',
    href: '',
  }
  const status = {
    level: 'warning',
    message: 'Odoo ist nicht erreichbar. 2 Termine wurden in Odoo geändert.',
    reasons: [
      { message: 'Odoo ist nicht erreichbar.', href: '/admin' },
      { message: '2 Termine wurden in Odoo geändert.', href: '/admin' },
    ],
    counts: { requests: 0, failed: 0 },
  }
  // Every page asks for the status, and may be left before a real answer has come.
  await page.route('**/api/admin/status', (route) => route.fulfill({ json: status }))
  await page.route('**/api/admin/overview', async (route) => {
    const response = await fetchServerAnswer(route)
    const alerts = Array.from({ length: 6 }, (_, i) => ({ ...entry, kind: `odoo ${i}` }))
    await route.fulfill({ response, json: { ...(await response.json()), alerts } })
  })
}

test('an alert does not make the header higher, nor a long list of alerts the charts beside it', async ({
  page,
}) => {
  await raiseAlerts(page)
  const heightOf = async (name: string) =>
    (await page.getByRole('region', { name }).boundingBox())?.height ?? 0
  await page.goto('/admin')
  await expect(page.getByRole('banner').getByText('2 Termine wurden')).toBeVisible()
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(72)
  const [charts, alerts] = [await heightOf('Auslastung, 14 Tage'), await heightOf('Bitte beachten')]
  expect(charts).toBeGreaterThan(200)
  expect(alerts - charts).toBeGreaterThan(100)
})

test('an appointment fills its box in the week below an alert, and its name may be hyphenated', async ({
  page,
  portal,
}) => {
  await raiseAlerts(page)
  addBooking(portal, MONDAY, '09:00')
  await openCalendar(page, 'week', MONDAY)
  const appointment = page.getByRole('button', { name: /^09:00 Musterfrau/ })
  const [box, day] = [await appointment.boundingBox(), await appointment.locator('..').boundingBox()]
  expect(box?.width).toBeCloseTo(day?.width ?? 0, 0)
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

/** The alert of a portal with three faults at once. */
const THREE_SENTENCES = [
  '2 E-Mails und 1 SMS konnten nicht gesendet werden.',
  'Letzte Sicherung gestern 02:15.',
  'E-Mails warten seit 25 Minuten auf den Versand.',
]

/** The windows of a desktop, a tablet in landscape and portrait, and a phone. */
const WINDOWS = [DESK, { width: 1024, height: 768 }, { width: 768, height: 1024 }, PHONE]

/** Opens a page of the admin area whose alert has these sentences. */
async function openWithAlert(page: Page, sentences: readonly string[]): Promise<void> {
  const status = {
    level: sentences.length > 0 ? 'danger' : 'info',
    message: sentences.join(' '),
    reasons: sentences.map((message) => ({ message, href: '/admin/outbox' })),
    counts: { requests: 0, failed: 0 },
  }
  await page.route('**/api/admin/status', (route) => route.fulfill({ json: status }))
  const answer = page.waitForResponse('**/api/admin/status')
  await page.goto('/admin/outbox')
  await answer
  await expect(alertLine(page)).toHaveText(status.message)
  // The alert can be shown before the page's own content.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

function alertLine(page: Page): Locator {
  return page.getByRole('banner').locator('[role=status]')
}

test('the header names who is signed in, even beside an alert', async ({ page }) => {
  await openWithAlert(page, THREE_SENTENCES)
  const name = page.getByRole('banner').getByText(ADMIN.name)
  for (const width of [1100, 1280, 1500]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(name).toBeInViewport()
    // The name is not cut off.
    expect(await name.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0)
  }
})

test('an alert does not change the height of the header, and a long one scrolls by keyboard', async ({
  page,
}) => {
  const line = alertLine(page)
  const heightOf = async () => (await page.getByRole('banner').boundingBox())?.height ?? 0
  const heightWithoutAlert: Record<number, number> = {}
  await openWithAlert(page, [])
  for (const window of WINDOWS) {
    await page.setViewportSize(window)
    heightWithoutAlert[window.width] = await heightOf()
  }

  await test.step('three sentences fit on a desktop and on a phone', async () => {
    const overflow = () => line.evaluate((box) => box.scrollHeight - box.clientHeight)
    await openWithAlert(page, THREE_SENTENCES)
    for (const { width, height } of WINDOWS.toReversed()) {
      await page.setViewportSize({ width, height })
      await expect.poll(heightOf, { message: `${width} px` }).toBe(heightWithoutAlert[width])
      // The header of a tablet has too little room for three sentences.
      if (width !== 1024 && width !== 768) expect(await overflow(), `${width} px`).toBeLessThanOrEqual(1)
      if (width !== 1280) await look(page, `admin-alert-${width}`)
    }
  })

  await test.step('fifteen sentences fit nowhere, and scroll by keyboard', async () => {
    await openWithAlert(page, Array(5).fill(THREE_SENTENCES).flat())
    for (const { width, height } of WINDOWS) {
      await page.setViewportSize({ width, height })
      await expect.poll(heightOf, { message: `${width} px` }).toBe(heightWithoutAlert[width])
      await line.evaluate((box) => box.scrollTo(0, 0))
      await line.focus()
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => line.evaluate((box) => box.scrollTop)).toBeGreaterThan(0)
    }
  })
})
