import type { Page } from 'playwright/test'
import {
  CHILD,
  chooseNextFree,
  expectStep,
  fillChild,
  fillContact,
  openTimes,
  ROSA,
} from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'

/** Fills in the contact of a mother and her child, and lets the page remember both. */
async function rememberMotherAndChild(page: Page): Promise<void> {
  await openTimes(page)
  await chooseNextFree(page)
  await fillContact(page)
  await page.getByRole('checkbox', { name: /Auf diesem Gerät merken/ }).check()
  await fillChild(page)
  await page.reload()
  await expectStep(page, 4)
}

test('the stored data of mother and child are kept apart', async ({ page }) => {
  await rememberMotherAndChild(page)
  await expect(page.getByLabel('Ihr Vorname')).toHaveValue(ROSA.firstName)
  await expect(page.getByLabel('Vorname des Kindes')).toHaveValue(CHILD.firstName)
  await page.getByRole('radio', { name: 'Für mich' }).check()
  await expect(page.getByLabel('Vorname')).toHaveValue(ROSA.firstName)
  await expect(page.getByLabel('Jahr')).toHaveValue(ROSA.birth.year)
  await page.getByRole('radio', { name: 'Für mein Kind' }).check()
  await expect(page.getByLabel('Jahr')).toHaveValue(CHILD.birth.year)
})

test('the stored data of mother and child can be deleted', async ({ page }) => {
  await rememberMotherAndChild(page)
  const forget = page.getByRole('button', { name: 'Gespeicherte Daten löschen' })
  await forget.click()
  await expect(page.getByRole('checkbox', { name: /Auf diesem Gerät merken/ })).toBeFocused()
  await expect(forget, 'nothing is left to delete').toHaveCount(0)
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain(ROSA.lastName)
})
