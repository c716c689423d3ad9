import type { Page } from 'playwright/test'
import { codeOf, PASSWORD } from '../../src/testing/admins.ts'
import { ASSISTANT, mayEnter } from './assistant.ts'
import { expect, test } from './portal.ts'

const NEW_PASSWORD = 'sieben Igel rollen bergab'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function entersPassword(page: Page, password: string): Promise<void> {
  await field(page, 'Passwort').fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
}

async function signsInByPage(page: Page): Promise<void> {
  await page.goto(`/admin/login?email=${ASSISTANT.email}`)
  await entersPassword(page, PASSWORD)
  await expect(page).toHaveURL(/\/admin$/)
}

test('an assistant signs in and out, and the audit tells of it', async ({ page, portal, look }) => {
  mayEnter(portal)
  await page.goto('/admin/outbox')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(field(page, 'E-Mail')).toBeFocused()
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByText('E-Mail ist erforderlich.')).toBeVisible()
  await expect(page.getByText('Passwort ist erforderlich.')).toBeVisible()
  await look(page, 'login-leer')

  await page.goto(`/admin/login?email=${ASSISTANT.email}`)
  await expect(field(page, 'E-Mail')).toHaveValue(ASSISTANT.email)
  await expect(field(page, 'Passwort')).toBeFocused()
  await entersPassword(page, 'ganz bestimmt falsch')
  await expect(page.getByRole('alert').getByText('Login fehlgeschlagen.')).toBeVisible()
  await look(page, 'login-falsch')
  await entersPassword(page, PASSWORD)
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByText(ASSISTANT.name).first()).toBeVisible()
  await page.goto('/admin/login')
  await expect(page).toHaveURL(/\/admin$/)

  await page.goto('/admin/audit')
  const acts = page.getByRole('table', { name: 'Protokoll' })
  await expect(acts.getByText('Angemeldet')).toBeVisible()
  await expect(acts.getByText('Anmeldung fehlgeschlagen')).toBeVisible()
  await expect(acts.getByText(ASSISTANT.email).first()).toBeVisible()
  await look(page, 'protokoll')

  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(page.getByText('Ihre Sitzung ist abgelaufen')).toBeHidden()
})

test('the password is changed, and other devices are signed out', async ({ page, portal, look }) => {
  mayEnter(portal)
  await signsInByPage(page)
  portal.rows(
    `insert into sessions (token, admin_id, device, created_at, seen_at)
     select 'anderswo', admin_id, ?, created_at, seen_at from sessions returning id`,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605',
  )
  await page.goto('/admin/account')
  await expect(page.getByText('Safari auf iPhone')).toBeVisible()
  await expect(page.getByText('ohne zweiten Faktor').first()).toBeVisible()
  await look(page, 'zugang')

  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await expect(page.getByText('Bitte das bisherige Passwort eingeben.')).toBeVisible()
  await expect(page.getByText('Bitte mindestens 12 Zeichen eingeben.')).toBeVisible()
  await field(page, 'Bisheriges Passwort').fill('ganz bestimmt falsch')
  await field(page, 'Neues Passwort').fill(`${ASSISTANT.email} 2027`)
  await expect(page.getByText('Das Passwort darf weder Ihre E-Mail-Adresse noch')).toBeVisible()
  await field(page, 'Neues Passwort').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Eingabe anzeigen' }).last().click()
  await expect(field(page, 'Neues Passwort')).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await expect(page.getByText('Das bisherige Passwort stimmt nicht.')).toBeVisible()
  await expect(field(page, 'Bisheriges Passwort')).toBeFocused()
  await look(page, 'zugang-passwort-falsch')

  await page.getByRole('button', { name: 'Alle anderen abmelden' }).click()
  const question = page.getByRole('dialog', { name: 'Alle anderen Geräte abmelden?' })
  await look(page, 'zugang-andere-abmelden')
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Safari auf iPhone abmelden' }).click()
  await page
    .getByRole('dialog', { name: '„Safari auf iPhone“ abmelden?' })
    .getByRole('button', { name: 'Gerät abmelden' })
    .click()
  await expect(page.getByText('Sonst sind Sie nirgends angemeldet.')).toBeVisible()
  expect(portal.rows('select id from sessions')).toHaveLength(1)

  await field(page, 'Bisheriges Passwort').fill(PASSWORD)
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await expect(page.getByText('Passwort geändert.')).toBeVisible()
  await expect(field(page, 'Neues Passwort')).toHaveValue('')
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await page.goto(`/admin/login?email=${ASSISTANT.email}`)
  await entersPassword(page, PASSWORD)
  await expect(page.getByText('Login fehlgeschlagen.')).toBeVisible()
  await entersPassword(page, NEW_PASSWORD)
  await expect(page).toHaveURL(/\/admin$/)
})

test('a second factor is set up, asked for and switched off again', async ({ page, portal, look }) => {
  mayEnter(portal)
  await signsInByPage(page)
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Zweiten Faktor einrichten' }).click()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByText('Bitte das Passwort eingeben.')).toBeVisible()
  await field(page, 'Ihr Passwort').fill('ganz bestimmt falsch')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByText('Das Passwort stimmt nicht.').first()).toBeVisible()
  await field(page, 'Ihr Passwort').fill(PASSWORD)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByRole('img', { name: 'QR-Code für die Authenticator-App' })).toBeVisible()
  const uri = await page.getByRole('link', { name: 'öffnen Sie sie hier' }).getAttribute('href')
  const secret = new URL(uri ?? '').searchParams.get('secret') ?? ''
  await expect(page.getByText(secret.replace(/.{4}(?=.)/g, '$& '))).toBeVisible()
  await look(page, 'zweiter-faktor-einrichten')

  await field(page, 'Code der Authenticator-App').fill('000000')
  await page.getByRole('button', { name: 'Einschalten' }).click()
  await expect(page.getByText('Dieser Code stimmt nicht.').first()).toBeVisible()
  const used = codeOf(secret)
  await field(page, 'Code der Authenticator-App').fill(used)
  await page.getByRole('button', { name: 'Einschalten' }).click()
  await expect(page.getByRole('heading', { name: 'Ersatzcodes' })).toBeFocused()
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^[\w-]{14}$/ })
    .allTextContents()
  expect(codes).toHaveLength(10)
  await look(page, 'zweiter-faktor-ersatzcodes')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(codes[9] ?? '')).toBeVisible()
  await expect(page.getByText('Angemeldete Geräte')).toBeHidden()
  await look(page, 'zweiter-faktor-ersatzcodes-gedruckt')
  await page.emulateMedia({ media: null })
  await page.getByRole('button', { name: 'Ich habe die Codes aufbewahrt' }).click()
  await expect(page.getByText('eingeschaltet', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Abmelden' }).first().click()
  await page.goto(`/admin/login?email=${ASSISTANT.email}`)
  await entersPassword(page, PASSWORD)
  const code = field(page, 'Code der Authenticator-App')
  await expect(code).toBeFocused()
  await look(page, 'login-code')
  await code.fill(used)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Login fehlgeschlagen.'), 'each code counts once').toBeVisible()
  await expect(code).toBeFocused()
  await code.fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin$/)

  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Zweiten Faktor ausschalten' }).click()
  const question = page.getByRole('dialog', { name: 'Zweiten Faktor ausschalten?' })
  await look(page, 'zweiter-faktor-ausschalten')
  await question.getByLabel('Ihr Passwort', { exact: true }).fill(PASSWORD)
  await question.getByRole('button', { name: 'Zweiten Faktor ausschalten' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText('ausgeschaltet', { exact: true })).toBeVisible()
})
