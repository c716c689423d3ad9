import { expect } from './fixtures/admin.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { softly } from './fixtures/portal.ts'
import { test } from './fixtures/settings.ts'
import { PHONE } from './fixtures/windows.ts'

const WINDOWS = [{ width: 1280, height: 500 }, PHONE] as const

/**
 * Pages with the call whose answer they show. `maxChange` is the share of the height by which the answer may
 * change it.
 */
const LOADING_PAGES = [
  { path: '/admin/settings/general', call: 'settings/general', heading: 'Allgemein', maxChange: 0.01 },
  {
    path: '/admin/settings/sms',
    call: 'settings/{clicksend,sevenio}',
    heading: 'SMS Provider',
    maxChange: 0.08,
  },
  { path: '/admin/settings/practice', call: 'practice', heading: 'Praxisdaten', maxChange: 0.01 },
  { path: '/admin/services', call: 'services', heading: 'Services & Preise', maxChange: 0.08 },
] as const

for (const { path, call, heading, maxChange } of LOADING_PAGES)
  test(`the page "${heading}" keeps about the same height when its data arrive`, async ({ page }) => {
    const heightOfMain = () => page.getByRole('main').evaluate((main) => main.scrollHeight)
    const letAnswersArrive = await delayAnswers(page, `**/api/admin/${call}`)
    // The code of the page arrives first, and then requests its data.
    const dataRequest = page.waitForRequest(`**/api/admin/${call}`)
    await page.goto(path)
    await dataRequest
    await expect(page.getByText('Lade Seite …')).toHaveCount(1)
    /** The height in each window before the data are there, by the width of the window. */
    const loadingHeights: Record<number, number> = {}
    for (const size of WINDOWS) {
      await page.setViewportSize(size)
      loadingHeights[size.width] = await heightOfMain()
    }

    await letAnswersArrive()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByText('Lade Seite …')).toHaveCount(0)
    for (const { width, height } of WINDOWS) {
      await page.setViewportSize({ width, height })
      const loadingHeight = loadingHeights[width] ?? 0
      const change = async () => Math.abs((await heightOfMain()) / loadingHeight - 1)
      const message = `${width} px wide, first ${loadingHeight} px high`
      await softly.poll(change, { message, timeout: 10_000 }).toBeLessThan(maxChange)
    }
  })
