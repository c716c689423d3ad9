import type { Locator, Page } from 'playwright/test'
import { MINUTE } from '../../src/shared/day.ts'
import { ADMIN, expect, test } from './fixtures/admin.ts'
import type { Portal } from './fixtures/portal.ts'

/** Backdates all sign-ins by the ten minutes for which one is a proof (`PROOF_LASTS` in sessions.ts). */
function expireProofs(portal: Portal): void {
  portal.changeRows('update sessions set created_at = created_at - ?', 10 * MINUTE)
}

/** Returns a list to which the body of each call that changes the URLs is added when the page sends it. */
function recordSentChanges(page: Page): unknown[] {
  const sentChanges: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/api/admin/settings/urls'))
      sentChanges.push(request.postDataJSON())
  })
  return sentChanges
}

/** The dialog that asks for the proof. */
function proofDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Bitte bestätigen, dass Sie es sind' })
}

/** Gives this password as the proof. */
async function givePassword(page: Page, password: string): Promise<void> {
  const dialog = proofDialog(page)
  await dialog.getByLabel('Ihr Passwort').fill(password)
  await dialog.getByRole('button', { name: 'Bestätigen' }).click()
}

for (const width of [360, 1280]) {
  test(`an important change asks for a proof first, and is then made, at ${width} px`, async ({
    page,
    portal,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/admin/settings/urls')
    const adminEmail = page.getByLabel(/Admin E-Mail/)
    await adminEmail.fill(`empfang-${width}@ordination.example`)
    expireProofs(portal)
    const sentChanges = recordSentChanges(page)
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    const dialog = proofDialog(page)
    await expect(dialog.getByLabel('Ihr Passwort')).toBeFocused()
    const box = await dialog.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= width, 'the dialog is within the window').toBe(true)
    await givePassword(page, 'falsch')
    await expect(dialog.getByText('Das Passwort stimmt nicht.')).toBeVisible()
    await givePassword(page, ADMIN.password)
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Einstellungen gespeichert.')).toBeVisible()
    // After the proof the page repeats the same change automatically.
    expect(sentChanges).toHaveLength(2)
    expect(sentChanges[1]).toEqual(sentChanges[0])
    await page.reload()
    await expect(adminEmail).toHaveValue(`empfang-${width}@ordination.example`)
  })
}

test('without the proof nothing is saved, and what was typed stays', async ({ page, portal }) => {
  await page.goto('/admin/settings/urls')
  const adminEmail = page.getByLabel(/Admin E-Mail/)
  await adminEmail.fill('niemand@ordination.example')
  expireProofs(portal)
  const sentChanges = recordSentChanges(page)
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByText('Bitte bestätigen Sie noch einmal, dass Sie es sind.')).toBeVisible()
  await expect(adminEmail).toHaveValue('niemand@ordination.example')
  expect(sentChanges).toHaveLength(1)
})

test('the CSV of appointments is saved after the proof', async ({ page, portal }) => {
  await page.goto('/admin/bookings?view=list')
  expireProofs(portal)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  await givePassword(page, ADMIN.password)
  expect((await download).suggestedFilename()).toBe('termine.csv')
})
