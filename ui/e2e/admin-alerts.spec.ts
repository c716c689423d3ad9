import type { Page } from 'playwright/test'
import { expect, test } from './fixtures/admin.ts'
import { addBooking } from './fixtures/bookings.ts'
import { MONDAY, openCalendar } from './fixtures/calendar.ts'
import { look } from './fixtures/look.ts'
import { serverAnswer } from './fixtures/page.ts'

/** The alert of `/status` and six entries beside the charts, whatever the portal says. */
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
    const response = await serverAnswer(route)
    const alerts = Array.from({ length: 6 }, (_, i) => ({ ...entry, kind: `odoo ${i}` }))
    await route.fulfill({ response, json: { ...(await response.json()), alerts } })
  })
}

const SENTENCES = [
  '2 E-Mails und 1 SMS konnten nicht gesendet werden.',
  'Letzte Sicherung gestern 02:15.',
  'E-Mails warten seit 25 Minuten auf den Versand.',
]

test('alerts move neither the page nor the charts, and an appointment fills its box', async ({
  page,
  portal,
}) => {
  await raiseAlerts(page)
  await test.step('the line of the alert is low, and the list beside the charts leaves their height', async () => {
    const heightOf = async (name: string) =>
      (await page.getByRole('region', { name }).boundingBox())?.height ?? 0
    await page.goto('/admin')
    await expect(page.getByRole('banner').getByText('2 Termine wurden')).toBeVisible()
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(72)
    const [charts, alerts] = [await heightOf('Auslastung, 14 Tage'), await heightOf('Bitte beachten')]
    expect(charts).toBeGreaterThan(200)
    expect(alerts - charts).toBeGreaterThan(100)
  })

  await test.step('an appointment fills its box, and its name may be hyphenated', async () => {
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

  await test.step('the navigation of a low window shows the link of its page', async () => {
    await page.setViewportSize({ width: 1280, height: 500 })
    await page.goto('/admin/audit')
    await expect(page.getByRole('link', { name: 'Protokoll' })).toBeInViewport()
  })
})

test('the header is as high with an alert of three sentences as without, and a longer one is scrolled by keyboard', async ({
  page,
}) => {
  const alertOf = (messages: readonly string[]) => ({
    level: messages.length > 0 ? 'danger' : 'info',
    message: messages.join(' '),
    reasons: messages.map((message) => ({ message, href: '/admin/outbox' })),
    counts: { requests: 0, failed: 0 },
  })
  const header = page.getByRole('banner')
  const line = header.locator('[role=status]')
  const open = async (messages: readonly string[]) => {
    await page.route('**/api/admin/status', (route) => route.fulfill({ json: alertOf(messages) }))
    const answer = page.waitForResponse('**/api/admin/status')
    await page.goto('/admin/outbox')
    await answer
    await expect(line).toHaveText(messages.join(' '))
    // The alert can stand there before the page's own part has arrived.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const heightOf = async () => (await header.boundingBox())?.height ?? 0
  const overflow = () => line.evaluate((box) => box.scrollHeight - box.clientHeight)
  const windows = [
    { width: 1280, height: 900 },
    { width: 1024, height: 768 },
    { width: 768, height: 1024 },
    { width: 360, height: 740 },
  ]
  const alone: Record<number, number> = {}
  await open([])
  for (const window of windows) {
    await page.setViewportSize(window)
    alone[window.width] = await heightOf()
  }
  await open(SENTENCES)
  for (const { width, height } of windows.toReversed()) {
    await page.setViewportSize({ width, height })
    await expect.poll(heightOf, { message: `${width} px` }).toBe(alone[width])
    if (width !== 1024 && width !== 768) expect(await overflow(), `${width} px`).toBeLessThanOrEqual(1)
    if (width !== 1280) await look(page, `admin-alert-${width}`)
  }
  await open(Array(5).fill(SENTENCES).flat())
  for (const { width, height } of windows) {
    await page.setViewportSize({ width, height })
    await expect.poll(heightOf, { message: `${width} px` }).toBe(alone[width])
    await line.evaluate((box) => box.scrollTo(0, 0))
    await line.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => line.evaluate((box) => box.scrollTop)).toBeGreaterThan(0)
  }
})
