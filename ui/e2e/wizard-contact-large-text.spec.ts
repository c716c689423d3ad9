import type { Locator, Page } from 'playwright/test'
import { look } from './fixtures/look.ts'
import { bottomBar, openContactOnPhone, ROSA, requestEmailVerification } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'
import { PHONE } from './fixtures/windows.ts'

/** Opens the contact form on a phone with text of twice the size. */
async function openContactInLargeText(page: Page): Promise<void> {
  await openContactOnPhone(page)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
}

/** Returns the CSS pixels by which a text is wider than its box. */
function overhangOf(text: Locator): Promise<number> {
  return text.evaluate((element) => element.scrollWidth - element.clientWidth)
}

test('text of twice the size leaves room for the form above the bar', async ({ page }) => {
  await openContactInLargeText(page)
  const bar = bottomBar(page)
  const barHeight = async () => (await bar.boundingBox())?.height
  const chosenTime = bar.locator('b')
  await expect(chosenTime, 'the time is never cut').toBeInViewport({ ratio: 1 })
  expect(await overhangOf(chosenTime)).toBeLessThanOrEqual(0)
  await expect(bar.getByText('Erstordination')).toBeHidden()
  const quarterOfWindow = PHONE.height / 4
  expect(await barHeight()).toBeLessThanOrEqual(quarterOfWindow)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(bar.getByRole('alert')).toContainText('Bitte füllen Sie alle Pflichtfelder aus')
  expect(await barHeight(), 'with a long sentence').toBeLessThanOrEqual(quarterOfWindow)
})

test('text of twice the size leaves room for the six digits of the code', async ({ page, portal }) => {
  await openContactInLargeText(page)
  await page.getByLabel('E-Mail', { exact: true }).fill(ROSA.email)
  await requestEmailVerification(page, portal)
  const code = page.getByLabel(/Code/)
  const wordOfLabel = page.locator('label', { hasText: 'Code aus der' }).getByText('E-Mail', { exact: true })
  const widestDigits = '888888'
  for (const width of [360, 320]) {
    await page.setViewportSize({ ...PHONE, width })
    await code.fill('')
    await code.pressSequentially(widestDigits)
    await expect(code).toHaveValue(widestDigits)
    expect(await overhangOf(code), `six digits at ${width} px`).toBeLessThanOrEqual(0)
    const lines = await wordOfLabel.evaluate((text) => text.getClientRects().length)
    expect(lines, `"E-Mail" on one line at ${width} px`).toBe(1)
  }
  await look(page, 'large-text-code')
})
