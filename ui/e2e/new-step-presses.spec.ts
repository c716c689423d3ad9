import type { Page } from 'playwright/test'
import { tabTo } from './fixtures/keyboard.ts'
import { chooseService, expectStep } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'
import { doubleTap, keepCover } from './fixtures/taps.ts'
import { PHONE } from './fixtures/windows.ts'

// A cover lies on each new step for a moment, so that the second press of a double tap reaches nothing there.

/**
 * Opens the first step on a phone. The services of the second step are loaded, so that a second tap would
 * find them.
 */
async function openFirstStepOnPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE)
  const services = page.waitForResponse('**/api/services')
  await page.goto('/')
  await expectStep(page, 1)
  await services
}

/** Leaves step 3 by a double tap. The cover of step 4 stays until the returned function is called. */
async function doubleTapToContact(page: Page): Promise<() => Promise<void>> {
  await page.setViewportSize(PHONE)
  await chooseService(page, 'Folgebesuch', 'Folgebehandlung')
  await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
  const liftCover = await keepCover(page)
  await doubleTap(page, 'Weiter')
  await expectStep(page, 4)
  return liftCover
}

test('a double tap on an answer of the first step chooses nothing in the next one', async ({ page }) => {
  await openFirstStepOnPhone(page)
  await keepCover(page)
  await doubleTap(page, 'Folgebesuch')
  await expectStep(page, 2)
})

test('a double click selects no text of a step that has just appeared', async ({ page }) => {
  await openFirstStepOnPhone(page)
  await keepCover(page)
  await page.getByRole('button', { name: 'Folgebesuch' }).click()
  await expectStep(page, 2)
  await page.mouse.dblclick(PHONE.width / 2, PHONE.height / 2)
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
})

test('a key that is held down presses only one button', async ({ page }) => {
  await openFirstStepOnPhone(page)
  await page.getByRole('button', { name: 'Folgebesuch' }).focus()
  for (let repeats = 0; repeats < 5; repeats++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expectStep(page, 2)
})

test('taps reach no field of a step that has just appeared', async ({ page }) => {
  await doubleTapToContact(page)
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0)
  const ticked = page.getByRole('radio', { checked: true })
  for (const field of [page.getByRole('radio', { name: 'Frau' }), page.getByLabel('Vorname')]) {
    const box = await field.boundingBox()
    // Well inside the field: a tap on its edge might miss it even without a cover.
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
    await expect(field).not.toBeFocused()
    await expect(ticked, 'nobody but "Für mich"').toHaveCount(1)
  }
})

test('keys reach a new step at once, and taps soon after', async ({ page }) => {
  const liftCover = await doubleTapToContact(page)
  await tabTo(page, page.getByLabel('Vorname'))
  await page.keyboard.type('Rosa')
  await expect(page.getByLabel('Vorname')).toHaveValue('Rosa')
  await liftCover()
  const coverDuration = () =>
    page.locator('.new-step').evaluate((step) => getComputedStyle(step, '::after').animationDuration)
  expect(await coverDuration()).toBe('0.4s')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /^Bitte füllen Sie/ })).toBeInViewport({
    ratio: 1,
  })
})
