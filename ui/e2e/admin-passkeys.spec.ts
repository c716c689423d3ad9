import type { CDPSession, Page } from 'playwright/test'
import { ADMIN, expect, test } from './fixtures/admin.ts'
import { fieldLabelled } from './fixtures/fields.ts'
import { submitPassword } from './fixtures/sign-in.ts'

/** Makes Chromium simulate a device that makes passkeys, until the returned session is detached. */
async function simulatePasskeys(page: Page): Promise<CDPSession> {
  const authenticator = await page.context().newCDPSession(page)
  await authenticator.send('WebAuthn.enable')
  await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return authenticator
}

test('a passkey is added, signs in without a password, and confirms its own removal', async ({ page }) => {
  const authenticator = await simulatePasskeys(page)
  await page.goto('/admin/account')
  await test.step('a passkey is added', async () => {
    await page.getByRole('button', { name: 'Passkey anlegen' }).click()
    await expect(fieldLabelled(page, 'Name des Passkeys')).toBeFocused()
    await page.keyboard.type('Laptop')
    await fieldLabelled(page, 'Ihr Passwort').fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Ersatzcodes' })).toBeFocused()
    await page.getByRole('button', { name: 'Ich habe die Codes aufbewahrt' }).click()
    await expect(page.getByText('noch nie verwendet')).toBeVisible()
  })

  await test.step('the password alone no longer suffices, but the passkey does', async () => {
    await page.getByRole('button', { name: 'Abmelden' }).first().click()
    await expect(page).toHaveURL(/\/admin\/login$/)
    await submitPassword(page, ADMIN.password)
    await expect(page.getByRole('alert')).toContainText('Bitte melden Sie sich mit Ihrem Passkey an')
    await expect(fieldLabelled(page, 'Ersatzcode')).toBeVisible()
    await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
    await expect(page).toHaveURL(/\/admin$/)
  })

  await test.step('the passkey confirms its own removal', async () => {
    await page.goto('/admin/account')
    await expect(page.getByText('zuletzt verwendet heute')).toBeVisible()
    await page.getByRole('button', { name: 'Passkey „Laptop“ entfernen' }).click()
    const question = page.getByRole('dialog', { name: 'Passkey „Laptop“ entfernen?' })
    await question.getByLabel('Ihr Passwort', { exact: true }).fill(ADMIN.password)
    await question.getByRole('button', { name: 'Passkey „Laptop“ entfernen' }).click()
    await expect(question).toBeHidden()
    await expect(page.getByText('zuletzt verwendet')).toBeHidden()
    await expect(page.getByRole('list').filter({ hasText: 'Authenticator-App' })).toBeFocused()
    await authenticator.detach()
  })
})
