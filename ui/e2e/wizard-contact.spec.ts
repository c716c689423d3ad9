import { wrongCodeFor } from '../../src/testing/factory.ts'
import {
  codeIn,
  fillContact,
  openContactOnPhone,
  ROSA,
  requestEmailVerification,
  svnrField,
  verifyEmail,
} from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'
import { heightInWindows } from './fixtures/windows.ts'

test('"E-Mail bestätigen" asks for a valid address until there is one', async ({ page }) => {
  await openContactOnPhone(page)
  const fault = page.getByText('Bitte gültige E-Mail eingeben.')
  await page.getByRole('button', { name: 'E-Mail bestätigen' }).click()
  await expect(fault).toBeVisible()
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(ROSA.email)
  await expect(fault).toBeHidden()
})

test('the next field keeps its place while the e-mail is verified', async ({ page, portal }) => {
  await openContactOnPhone(page)
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(ROSA.email)

  const code = page.getByLabel(/Code/)
  const nextField = page.getByRole('checkbox', { name: 'Auf diesem Gerät merken' })
  const topInWindow = async () => (await nextField.boundingBox())?.y ?? 0
  const topInPage = async () => Math.round(await topInWindow()) + (await page.evaluate(() => scrollY))
  const topBefore = await topInPage()
  const mail = await requestEmailVerification(page, portal)
  await expect(code).toBeFocused()
  expect(await topInPage(), 'after sending').toBe(topBefore)
  expect(await heightInWindows(page), 'the form with the code').toBeLessThan(3)
  await code.fill(wrongCodeFor(codeIn(mail)))
  await expect(page.getByText(/^Dieser Code stimmt nicht\./)).toBeVisible()
  const topBeforeTyping = await topInWindow()
  await page.keyboard.type(codeIn(mail))
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()
  await expect(nextField).toBeFocused()
  expect(await topInPage(), 'the box is as high as its sentence').toBeLessThan(topBefore - 100)
  const shift = Math.abs((await topInWindow()) - topBeforeTyping)
  expect(shift, 'the next field stays in the window').toBeLessThan(100)
})

test('the contact form says what is wrong until it is corrected', async ({ page, portal }) => {
  await openContactOnPhone(page)
  await page.getByLabel('E-Mail', { exact: true }).fill(ROSA.email)
  await verifyEmail(page, portal)
  await page.getByRole('button', { name: 'Weiter' }).click()
  const summary = page.getByText('Bitte füllen Sie alle Pflichtfelder aus')
  await expect(summary).toBeVisible()
  await expect(page).toHaveTitle(/^Fehler: Schritt 4 von 6 – Daten – /)
  await page.getByLabel('Vorname').fill('R2D2')
  await expect(page.getByText(/^Bitte nur Buchstaben/)).toBeVisible()
  await page.getByLabel('Tag', { exact: true }).fill('14')
  await expect(page.getByText(/^Bitte ein gültiges Datum angeben\. Tag, Monat und Jahr/)).toBeVisible()
  await fillContact(page)
  await expect(summary, 'the social security number is missing').toBeVisible()
  await svnrField(page).pressSequentially(` ${ROSA.svnr} 14`)
  await expect(svnrField(page), 'a space is no digit, and the date comes of itself').toHaveValue(ROSA.svnr)
  await expect(summary).toBeHidden()
  await expect(page).toHaveTitle(/^Schritt 4 von 6 – Daten – /)
})

test('a birth date may be typed with dots in one go, or pasted', async ({ page }) => {
  await openContactOnPhone(page)
  const parts = ['Tag', 'Monat', 'Jahr'].map((name) => page.getByLabel(name, { exact: true }))
  const values = () => Promise.all(parts.map((part) => part.inputValue()))
  const day = page.getByLabel('Tag', { exact: true })
  await day.focus()
  await page.keyboard.type('1.3.1958')
  expect(await values()).toEqual(['1', '3', '1958'])
  for (const part of parts) await part.fill('')
  await day.fill(' 14. 03. 1958')
  expect(await values()).toEqual(['14', '03', '1958'])
  await day.fill('5.6.1970')
  expect(await values(), 'filled parts stay').toEqual(['5', '03', '1958'])
})

test('a whole social security number may be pasted as the page writes it', async ({ page }) => {
  await openContactOnPhone(page)
  await page.getByRole('checkbox', { name: /weicht ab$/ }).check()
  await svnrField(page).focus()
  // Unlike `fill`, this respects the limit of the field.
  await page.keyboard.insertText(' 1238 14 03 58 ')
  await expect(svnrField(page)).toHaveValue('1238140358')
})

test('the contact form has two groups, and says which fields must be filled in', async ({ page }) => {
  await openContactOnPhone(page)
  for (const group of ['Wer kommt?', 'Wie erreichen wir Sie?'])
    await expect(page.getByRole('heading', { level: 2, name: group })).toBeVisible()
  for (const name of ['Vorname', 'E-Mail', 'Telefon', 'Adresse', 'Land', 'PLZ', 'Ort', 'Jahr'])
    await expect(page.getByLabel(name, { exact: true }), name).toHaveAttribute('aria-required', 'true')
  await expect(page.getByRole('radiogroup').first()).toHaveAttribute('aria-required', 'true')
})

test('a country of the contact form may have other postcodes, or none', async ({ page }) => {
  await openContactOnPhone(page)
  await expect(page.locator('optgroup[label="Beliebt"]')).toBeAttached()
  await page.getByLabel('Land').selectOption('GB')
  await page.getByLabel('PLZ').fill('SW1A 1AA')
  await expect(page.getByLabel('PLZ')).toHaveValue('SW1A 1AA')
  await page.getByLabel('Land').selectOption('AE')
  await expect(page.getByLabel('PLZ (falls vorhanden)')).not.toHaveAttribute('aria-required')
})
