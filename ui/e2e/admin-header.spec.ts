import type { Locator, Page } from 'playwright/test'
import { ADMIN, expect, test } from './fixtures/admin.ts'
import { expectText } from './fixtures/controls.ts'
import { look } from './fixtures/look.ts'
import { DESK, PHONE } from './fixtures/windows.ts'

/** The alert of a portal with three faults at once. */
const THREE_SENTENCES = [
  '2 E-Mails und 1 SMS konnten nicht gesendet werden.',
  'Letzte Sicherung gestern 02:15.',
  'E-Mails warten seit 25 Minuten auf den Versand.',
]

const TABLETS = [
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
] as const

const WINDOWS = [DESK, ...TABLETS, PHONE]

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

test('the header or the navigation says who is signed in, however narrow the window', async ({ page }) => {
  await page.route('**/api/admin/status', (route) =>
    route.fulfill({ json: { level: 'danger', message: '1 E-Mail konnte nicht gesendet werden.' } }),
  )
  await page.goto('/admin/outbox')
  // The navigation shows the name by its style sheet.
  const inNavigation = page.locator(`[data-name="${ADMIN.name}"]`)
  const shown = page.getByText(ADMIN.name).or(inNavigation).filter({ visible: true })
  for (const width of [1280, 1030, 768, PHONE.width]) {
    await page.setViewportSize({ ...PHONE, width })
    await expectText(page, '1 E-Mail konnte nicht gesendet werden.')
    const menu = page.getByRole('button', { name: 'Menü öffnen' })
    if (await menu.isVisible()) await menu.click()
    await expect(shown, `${width} px wide`).toHaveCount(1)
  }
})

test('an alert does not change the height of the header, and a long one scrolls by keyboard', async ({
  page,
}) => {
  const line = alertLine(page)
  const heightOfHeader = async () => (await page.getByRole('banner').boundingBox())?.height ?? 0
  const heightWithoutAlert: Record<number, number> = {}
  await openWithAlert(page, [])
  for (const size of WINDOWS) {
    await page.setViewportSize(size)
    heightWithoutAlert[size.width] = await heightOfHeader()
  }

  await test.step('three sentences fit on a desktop and on a phone', async () => {
    const overflow = () => line.evaluate((box) => box.scrollHeight - box.clientHeight)
    await openWithAlert(page, THREE_SENTENCES)
    for (const { width, height } of WINDOWS.toReversed()) {
      await page.setViewportSize({ width, height })
      await expect.poll(heightOfHeader, { message: `${width} px` }).toBe(heightWithoutAlert[width])
      // The header of a tablet has too little room for three sentences.
      const isTablet = TABLETS.some((tablet) => tablet.width === width)
      if (!isTablet) expect(await overflow(), `${width} px`).toBeLessThanOrEqual(1)
      if (width !== DESK.width) await look(page, `admin-alert-${width}`)
    }
  })

  await test.step('fifteen sentences fit nowhere, and scroll by keyboard', async () => {
    await openWithAlert(page, Array(5).fill(THREE_SENTENCES).flat())
    for (const { width, height } of WINDOWS) {
      await page.setViewportSize({ width, height })
      await expect.poll(heightOfHeader, { message: `${width} px` }).toBe(heightWithoutAlert[width])
      await line.evaluate((box) => box.scrollTo(0, 0))
      await line.focus()
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => line.evaluate((box) => box.scrollTop)).toBeGreaterThan(0)
    }
  })
})
