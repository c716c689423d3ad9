import type { Locator, Page } from 'playwright/test'
import { insertMessage } from '../../src/messaging/outbox/queue.ts'
import { markFirstStep } from '../../src/operation/first-steps.ts'
import { writeSettings } from '../../src/practice/settings.ts'
import { codeOf } from '../../src/testing/admins.ts'
import { ADMIN, expect, test } from './fixtures/admin.ts'
import { fieldLabelled } from './fixtures/fields.ts'
import { reopenFirstSteps } from './fixtures/first-steps.ts'
import type { Portal } from './fixtures/portal.ts'
import { submitPassword } from './fixtures/sign-in.ts'

/** Reads the authenticator app's secret from the link that opens the app. */
async function readSecret(page: Page): Promise<string> {
  const uri = await page.getByRole('link', { name: 'öffnen Sie sie hier' }).getAttribute('href')
  return new URL(uri ?? '').searchParams.get('secret') ?? ''
}

/** Completes all first steps except the second factor. */
function finishOtherFirstSteps(portal: Portal): void {
  const ctx = portal.ctx()
  reopenFirstSteps(portal)
  markFirstStep(ctx, 'holidays', 'confirmed')
  writeSettings(ctx, 'general', { backup_recipient: 'age1' })
  insertMessage(ctx, { channel: 'email', kind: 'test', recipient: 'a@b.at', text: '' }, { status: 'sent' })
}

/** Begins to set up an app, with a wrong password first. Returns the secret that the page then shows. */
async function showSecret(page: Page): Promise<string> {
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Authenticator-App einrichten' }).click()
  await fieldLabelled(page, 'Ihr Passwort').fill('ganz bestimmt falsch')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByText('Das Passwort stimmt nicht.').first()).toBeVisible()
  await fieldLabelled(page, 'Ihr Passwort').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByRole('heading', { name: '1. In der App hinzufügen' })).toBeFocused()
  await expect(page.getByRole('img', { name: 'QR-Code für die Authenticator-App' })).toBeVisible()
  const secret = await readSecret(page)
  // For typing, the page shows the secret in groups of four.
  await expect(page.getByText(secret.replace(/.{4}(?=.)/g, '$& '))).toBeVisible()
  return secret
}

/** Switches the app on by a code, after a wrong one. Returns the recovery codes that the page then shows. */
async function switchAppOn(page: Page, code: string): Promise<string[]> {
  await appCodeField(page).fill('000000')
  await page.getByRole('button', { name: 'Einschalten' }).click()
  await expect(page.getByText('Dieser Code stimmt nicht.').first()).toBeVisible()
  await appCodeField(page).fill(code)
  await page.getByRole('button', { name: 'Einschalten' }).click()
  await expect(page.getByRole('heading', { name: 'Ersatzcodes' })).toBeFocused()
  const recoveryCodes = await page
    .getByRole('listitem')
    .filter({ hasText: /^[\w-]{14}$/ })
    .allTextContents()
  expect(recoveryCodes).toHaveLength(10)
  return recoveryCodes
}

/** Switches the app off, with the password and at first without a code. */
async function switchAppOff(page: Page, recoveryCode: string): Promise<void> {
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Authenticator-App ausschalten' }).click()
  const question = page.getByRole('dialog', { name: 'Authenticator-App ausschalten?' })
  await question.getByLabel('Ihr Passwort', { exact: true }).fill(ADMIN.password)
  await question.getByRole('button', { name: 'Authenticator-App ausschalten' }).click()
  await expect(question.getByText('Bitte den Code eingeben.')).toBeVisible()
  await question.getByLabel('Code der Authenticator-App', { exact: true }).fill(recoveryCode)
  await question.getByRole('button', { name: 'Authenticator-App ausschalten' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: 'Authenticator-App einrichten' })).toBeVisible()
}

/** The field for the app's code, on the account page and at the sign-in. */
function appCodeField(page: Page): Locator {
  return fieldLabelled(page, 'Code der Authenticator-App')
}

test('an authenticator app is set up, required at the sign-in, and switched off again', async ({ page }) => {
  const appCode = codeOf(await showSecret(page))
  const recoveryCodes = await switchAppOn(page, appCode)
  const [codeForSignIn = '', codeForSwitchingOff = ''] = recoveryCodes

  await test.step('the recovery codes are printed alone, and kept', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(recoveryCodes.at(-1) ?? '')).toBeVisible()
    await expect(page.getByText('Angemeldete Geräte')).toBeHidden()
    await page.emulateMedia({ media: null })
    await page.getByRole('button', { name: 'Ich habe die Codes aufbewahrt' }).click()
    await expect(page.getByText('eingeschaltet', { exact: true })).toBeVisible()
    await expect(page.getByRole('list').filter({ hasText: 'Authenticator-App' })).toBeFocused()
  })

  await test.step('each code signs in only once, including a recovery code', async () => {
    await page.getByRole('button', { name: 'Abmelden' }).first().click()
    await expect(page).toHaveURL(/\/admin\/login$/)
    await submitPassword(page, ADMIN.password)
    await expect(appCodeField(page)).toBeFocused()
    await appCodeField(page).fill(appCode)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Login fehlgeschlagen.'), 'each code works once').toBeVisible()
    await expect(appCodeField(page)).toBeFocused()
    await appCodeField(page).fill(codeForSignIn)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin$/)
  })
  await switchAppOff(page, codeForSwitchingOff)
})

test('recovery codes stay on the page until they are kept, also at the end of the first steps', async ({
  page,
  portal,
}) => {
  finishOtherFirstSteps(portal)
  await page.goto('/admin/erste-schritte')
  await page.getByRole('button', { name: 'Authenticator-App einrichten' }).click()
  await expect(page.getByRole('button', { name: 'Überspringen' })).toBeHidden()
  await fieldLabelled(page, 'Ihr Passwort').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await appCodeField(page).fill(codeOf(await readSecret(page)))
  await page.getByRole('button', { name: 'Einschalten' }).click()
  await expect(page.getByRole('heading', { name: 'Ersatzcodes' })).toBeFocused()
  // The page loads everything again when somebody comes back from another window. By now no first step is
  // left.
  const loaded = page.waitForResponse('**/api/admin/first-steps')
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  expect(await (await loaded).json()).toEqual({ first_steps: null })
  await expect(page.getByRole('heading', { name: 'Ersatzcodes' })).toBeVisible()
  await page.getByRole('button', { name: 'Ich habe die Codes aufbewahrt' }).click()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fertig' })).toBeFocused()
})
