import type { Page } from 'playwright/test'
import { ADMIN, expect, test } from './fixtures/admin.ts'
import { fetchServerAnswer } from './fixtures/intercepted-calls.ts'

/**
 * Lets the server answer as it does ten minutes after the sign-in: it refuses changes until a proof was
 * given. Returns the list of the changes that the page sends, to which each is added.
 */
async function forgetProof(page: Page): Promise<unknown[]> {
  let isProofGiven = false
  const sent: unknown[] = []
  await page.route('**/api/admin/settings/urls', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    sent.push(route.request().postDataJSON())
    if (isProofGiven) return route.fallback()
    return route.fulfill({
      status: 403,
      json: { error: 'proof_required', message: 'Bitte bestätigen Sie noch einmal, dass Sie es sind.' },
    })
  })
  await page.route('**/api/admin/proof', async (route) => {
    const answer = await fetchServerAnswer(route)
    isProofGiven = answer.ok()
    return route.fulfill({ response: answer })
  })
  return sent
}

for (const width of [360, 1280]) {
  test(`an important change asks for a proof first, and is then made, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/admin/settings/urls')
    const address = page.getByLabel(/Admin E-Mail/)
    await address.fill(`empfang-${width}@ordination.example`)
    const sent = await forgetProof(page)
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Bitte bestätigen, dass Sie es sind' })
    await expect(dialog.getByLabel('Ihr Passwort')).toBeFocused()
    const box = await dialog.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= width, 'the dialog is within the window').toBe(true)
    await dialog.getByLabel('Ihr Passwort').fill('falsch')
    await dialog.getByRole('button', { name: 'Bestätigen' }).click()
    await expect(dialog.getByText('Das Passwort stimmt nicht.')).toBeVisible()
    await dialog.getByLabel('Ihr Passwort').fill(ADMIN.password)
    await dialog.getByRole('button', { name: 'Bestätigen' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Einstellungen gespeichert.')).toBeVisible()
    // After the proof the page sends the same change again by itself.
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    await page.reload()
    await expect(address).toHaveValue(`empfang-${width}@ordination.example`)
  })
}

test('without the proof nothing is saved, and what was typed stays', async ({ page }) => {
  await page.goto('/admin/settings/urls')
  const address = page.getByLabel(/Admin E-Mail/)
  await address.fill('niemand@ordination.example')
  const sent = await forgetProof(page)
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByText('Bitte bestätigen Sie noch einmal, dass Sie es sind.')).toBeVisible()
  await expect(address).toHaveValue('niemand@ordination.example')
  expect(sent).toHaveLength(1)
})
