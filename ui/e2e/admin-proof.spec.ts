import type { Page } from 'playwright/test'
import { MINUTE } from '../../src/shared/day.ts'
import { ADMIN, expect, test } from './fixtures/admin.ts'
import type { Portal } from './fixtures/portal.ts'

/** Backdates all sessions by ten minutes, so that their sign-ins no longer count as a fresh proof. */
function ageSignIns(portal: Portal): void {
  portal.changeRows('update sessions set created_at = created_at - ?', 10 * MINUTE)
}

/** Returns a list that collects the changes of the URLs that the page sends. */
function listChanges(page: Page): unknown[] {
  const changes: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/api/admin/settings/urls'))
      changes.push(request.postDataJSON())
  })
  return changes
}

/** Gives this password in the dialog that asks for the proof. */
async function givePassword(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Bitte bestätigen, dass Sie es sind' })
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
    const address = page.getByLabel(/Admin E-Mail/)
    await address.fill(`empfang-${width}@ordination.example`)
    ageSignIns(portal)
    const sent = listChanges(page)
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Bitte bestätigen, dass Sie es sind' })
    await expect(dialog.getByLabel('Ihr Passwort')).toBeFocused()
    const box = await dialog.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= width, 'the dialog is within the window').toBe(true)
    await givePassword(page, 'falsch')
    await expect(dialog.getByText('Das Passwort stimmt nicht.')).toBeVisible()
    await givePassword(page, ADMIN.password)
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Einstellungen gespeichert.')).toBeVisible()
    // After the proof the page repeats the same change automatically.
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    await page.reload()
    await expect(address).toHaveValue(`empfang-${width}@ordination.example`)
  })
}

test('without the proof nothing is saved, and what was typed stays', async ({ page, portal }) => {
  await page.goto('/admin/settings/urls')
  const address = page.getByLabel(/Admin E-Mail/)
  await address.fill('niemand@ordination.example')
  ageSignIns(portal)
  const sent = listChanges(page)
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByText('Bitte bestätigen Sie noch einmal, dass Sie es sind.')).toBeVisible()
  await expect(address).toHaveValue('niemand@ordination.example')
  expect(sent).toHaveLength(1)
})

test('the CSV of appointments is saved after the proof', async ({ page, portal }) => {
  await page.goto('/admin/bookings?view=list')
  ageSignIns(portal)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  await givePassword(page, ADMIN.password)
  expect((await download).suggestedFilename()).toBe('termine.csv')
})
