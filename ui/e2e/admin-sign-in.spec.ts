import { listSessions, openSession } from '../../src/access/sessions.ts'
import { ADMIN, adminOf, test as signedInTest } from './fixtures/admin.ts'
import { expectText } from './fixtures/controls.ts'
import { fieldLabelled } from './fixtures/fields.ts'
import { abortChanges } from './fixtures/intercepted-calls.ts'
import { expect, test } from './fixtures/portal.ts'
import { NEW_PASSWORD, submitPassword } from './fixtures/sign-in.ts'

test('the login page says what is missing, and takes the e-mail address from its URL', async ({ page }) => {
  await page.goto('/admin/outbox')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(fieldLabelled(page, 'E-Mail')).toBeFocused()
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByText('E-Mail ist erforderlich.')).toBeVisible()
  await expect(page.getByText('Passwort ist erforderlich.')).toBeVisible()

  await page.goto(`/admin/login?email=${ADMIN.email}`)
  await expect(fieldLabelled(page, 'E-Mail')).toHaveValue(ADMIN.email)
  await expect(fieldLabelled(page, 'Passwort')).toBeFocused()
})

test('a user signs in and out, and the audit says so', async ({ page }) => {
  await submitPassword(page, 'ganz bestimmt falsch')
  await expect(page.getByRole('alert').getByText('Login fehlgeschlagen.')).toBeVisible()
  await fieldLabelled(page, 'E-Mail').fill(ADMIN.email)
  await fieldLabelled(page, 'Passwort').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByRole('banner').getByText(ADMIN.name)).toBeVisible()

  await page.goto('/admin/audit')
  const table = page.getByRole('table', { name: 'Protokoll' })
  await expect(table.getByText(`${ADMIN.name} hat sich angemeldet.`)).toBeVisible()
  await expect(table.getByText('Jemand ist an der Anmeldung gescheitert')).toBeVisible()

  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(fieldLabelled(page, 'Passwort')).toBeVisible()
  // Only an expired session is announced, not one that the user has ended.
  await expect(page.getByText('Ihre Sitzung ist abgelaufen')).toBeHidden()
})

signedInTest(
  'the login page and an unknown page lead a user who is signed in to the start page',
  async ({ page }) => {
    for (const path of ['/admin/login', '/admin/gibt-es-nicht']) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/admin$/)
    }
  },
)

test('after five wrong passwords the login page says how long to wait', async ({ page, portal }) => {
  for (let failure = 1; failure <= 5; failure++) {
    const answer = await page.request.post('/api/admin/login', {
      data: { email: ADMIN.email, password: `falsch ${failure}` },
    })
    expect(answer.status()).toBe(401)
  }
  await submitPassword(page, ADMIN.password)
  await expect(page.getByRole('alert')).toContainText('Zu viele Anfragen.')
  await expect(page.getByRole('alert')).toContainText(/In 1[45] Minuten geht es wieder\./)
  expect(listSessions(portal.ctx(), adminOf(portal).id)).toEqual([])
})

test('the login says when the browser could not send the sign-in', async ({ page }) => {
  await abortChanges(page)
  await submitPassword(page, 'ein Passwort')
  await expectText(page, 'Unbekannter Fehler beim Login.')
})

test('the login says when the answer has no session', async ({ page }) => {
  await page.route('**/api/admin/login', (route) => route.fulfill({ json: {} }))
  await submitPassword(page, 'ein Passwort')
  await expectText(page, 'Unbekannter Fehler beim Login.')
})

signedInTest('a user signs another of their devices out', async ({ page, portal }) => {
  openSession(
    portal.ctx(),
    adminOf(portal).id,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605',
  )
  await page.goto('/admin/account')
  await expect(page.getByText('Safari auf iPhone')).toBeVisible()
  await page.getByRole('button', { name: 'Alle anderen abmelden' }).click()
  const dialog = page.getByRole('dialog', { name: 'Alle anderen Geräte abmelden?' })
  // A cancelled dialog signs nobody out, so the device can still be signed out by itself.
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Safari auf iPhone abmelden' }).click()
  await page
    .getByRole('dialog', { name: '„Safari auf iPhone“ abmelden?' })
    .getByRole('button', { name: 'Gerät abmelden' })
    .click()
  await expect(page.getByText('Sonst sind Sie nirgends angemeldet.')).toBeVisible()
  expect(listSessions(portal.ctx(), adminOf(portal).id)).toHaveLength(1)
})

signedInTest(
  'a password is not changed without the present one, or to one that is easily guessed',
  async ({ page }) => {
    await page.goto('/admin/account')
    await page.getByRole('button', { name: 'Passwort ändern' }).click()
    await expect(page.getByText('Bitte das bisherige Passwort eingeben.')).toBeVisible()
    await fieldLabelled(page, 'Bisheriges Passwort').fill('ganz bestimmt falsch')
    await fieldLabelled(page, 'Neues Passwort').fill(`${ADMIN.email} 2027`)
    await expect(page.getByText('Das Passwort darf weder Ihre E-Mail-Adresse noch')).toBeVisible()
    await fieldLabelled(page, 'Neues Passwort').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Eingabe anzeigen' }).last().click()
    await expect(fieldLabelled(page, 'Neues Passwort')).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Passwort ändern' }).click()
    await expect(page.getByText('Das bisherige Passwort stimmt nicht.')).toBeVisible()
    await expect(fieldLabelled(page, 'Bisheriges Passwort')).toBeFocused()
  },
)

signedInTest('a changed password replaces the former one', async ({ page }) => {
  await page.goto('/admin/account')
  await fieldLabelled(page, 'Neues Passwort').fill(NEW_PASSWORD)
  await fieldLabelled(page, 'Bisheriges Passwort').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await expect(page.getByText('Passwort geändert.')).toBeVisible()
  await expect(fieldLabelled(page, 'Neues Passwort')).toHaveValue('')
  const statusOfSignIn = async (password: string) =>
    (await page.request.post('/api/admin/login', { data: { email: ADMIN.email, password } })).status()
  expect(await statusOfSignIn(ADMIN.password)).toBe(401)
  expect(await statusOfSignIn(NEW_PASSWORD)).toBe(200)
})
