import type { Locator, Page } from 'playwright/test'
import { expect, openAdminPage } from './fixtures/admin.ts'
import { openWithFewRequests } from './fixtures/cold-page.ts'
import { expectText, pressSave } from './fixtures/controls.ts'
import { CONFLICT, test } from './fixtures/settings.ts'

/** The group of fields for the end of a closing. */
function closedUntil(page: Page): Locator {
  return page.getByRole('group', { name: 'Voraussichtlich bis' })
}

/** Fills in that the online booking is closed until 12 January 2027, with a sentence for patients. */
async function closeBooking(page: Page): Promise<void> {
  await page.getByLabel('Online-Buchung geschlossen').check()
  await closedUntil(page).getByLabel('Datum').fill('12.1.2027')
  await closedUntil(page).getByLabel('Uhrzeit').fill('18')
  await page.getByLabel('Nachricht an die Patienten').fill('Wir sind auf Urlaub.')
}

test('the general settings refuse invalid numbers', async ({ page }) => {
  await openAdminPage(page, '/admin/settings/general', 'Allgemein')
  await page.getByLabel(/Buchbare Tage/).fill('-3')
  await page.getByLabel(/Erinnerung/).fill('viele')
  await pressSave(page)
  await expectText(page, 'maxBookingDays muss eine ganze Zahl von 1 bis 3650 sein.')
  await expectText(page, 'Erinnerung muss eine ganze Zahl von 0 bis 336 sein.')
  await page.getByLabel(/Buchbare Tage/).fill('90')
  await page.getByLabel(/Erinnerung/).fill('24')
  await pressSave(page)
  await expectText(page, 'Einstellungen gespeichert.')
})

test('the general settings close the booking, tell patients so, and switch SMS off', async ({ page }) => {
  await openWithFewRequests(page, '/admin/settings/general', 'Allgemein')
  await closeBooking(page)
  await page.getByLabel('Grund').fill('Urlaubswoche')
  await page.getByLabel('SMS abschalten').check()
  await pressSave(page)
  await expectText(page, 'Einstellungen gespeichert.')
  await expectText(
    page,
    'Die Online-Buchung ist geschlossen. SMS sind abgeschaltet, E-Mails werden gesendet.',
  )
  const patientPage = await page.context().newPage()
  await patientPage.goto('/')
  await expectText(patientPage, 'Wir sind auf Urlaub.')
  await expectText(patientPage, 'Das dauert voraussichtlich bis Dienstag, 12. Jänner 2027, 18:00 Uhr.')
  await patientPage.close()
})

test('countries are removed and added', async ({ page }) => {
  await openAdminPage(page, '/admin/settings/general', 'Allgemein')
  const countries = page.getByRole('button', { name: / entfernen$/ })
  // Without a change these are Austria, Germany, Switzerland, Liechtenstein and Italy.
  await expect(countries).toHaveCount(5)
  await page.getByRole('button', { name: 'Italien entfernen' }).click()
  await page.getByLabel('Länder').selectOption('Kroatien')
  await pressSave(page)
  await expectText(page, 'Einstellungen gespeichert.')
  await expect(countries).toHaveCount(5)
  await expect(page.getByRole('button', { name: 'Kroatien entfernen' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Italien entfernen' })).toHaveCount(0)
})

test('after a conflict, one’s own version of the general settings replaces the colleague’s', async ({
  page,
  colleaguePuts,
}) => {
  await openAdminPage(page, '/admin/settings/general', 'Allgemein')
  await closeBooking(page)
  await page.getByLabel('SMS abschalten').check()
  await page.getByLabel('Grund').fill('Urlaubswoche')
  await pressSave(page)
  await expectText(page, 'Einstellungen gespeichert.')
  await colleaguePuts('/settings/general', { booking_maintenance_active: false, maxBookingDays: null })
  await page.getByLabel('Grund').fill('Noch eine Woche')
  await pressSave(page)
  await expectText(page, CONFLICT)
  await page.getByRole('button', { name: 'Meine Fassung speichern' }).click()
  await expectText(page, 'Einstellungen gespeichert.')
  await page.reload()
  await expect(closedUntil(page).getByLabel('Datum')).toHaveValue('12.1.2027')
  await expect(closedUntil(page).getByLabel('Uhrzeit')).toHaveValue('18:00')
  await expect(page.getByLabel('Grund')).toHaveValue('Noch eine Woche')
})

test('a number field with invalid text does not count as empty', async ({ page, portal }) => {
  await openAdminPage(page, '/admin/settings/general', 'Allgemein')
  // For "1e" in a number field, the browser reports an empty value.
  await page.getByLabel(/maxBookingDays/).pressSequentially('1e')
  await pressSave(page)
  await expectText(page, 'maxBookingDays muss eine Zahl sein.')
  await expect(page.getByLabel(/maxBookingDays/)).toBeFocused()
  expect(portal.rows(`select value from settings where name = 'general.maxBookingDays'`)).toEqual([])
})

test('the sentence of the last save is gone when the next one is refused', async ({ page }) => {
  await openAdminPage(page, '/admin/settings/general', 'Allgemein')
  await pressSave(page)
  await expectText(page, 'Einstellungen gespeichert.')
  // The value of the field is still the empty text that was saved.
  await page.getByLabel(/maxBookingDays/).pressSequentially('1e')
  await pressSave(page)
  await expectText(page, 'maxBookingDays muss eine Zahl sein.')
  await expect(page.getByText('Einstellungen gespeichert.')).toBeHidden()
})

test('a secret is stored without being shown, until a button removes it', async ({ page, portal }) => {
  /** The secret's row in the database. */
  const storedSecret = () =>
    portal.rows<{ value: string }>(`select value from settings where name = 'general.TURNSTILE_SECRET'`)
  const secret = page.getByLabel(/TURNSTILE_SECRET/)
  await openAdminPage(page, '/admin/settings/general', 'Allgemein')
  await expectText(page, 'Noch nicht gespeichert.')
  await test.step('a secret is stored, and never shown', async () => {
    await secret.fill('ein-geheimes-secret')
    await pressSave(page)
    await expectText(page, 'Einstellungen gespeichert.')
    await expect(secret).toHaveValue('')
    await expect(secret).toHaveAttribute('placeholder', 'gespeichert')
  })

  const encrypted = storedSecret()
  expect(encrypted).toHaveLength(1)
  expect(JSON.stringify(encrypted)).not.toContain('geheim')

  await test.step('an empty field keeps the secret', async () => {
    await page.getByLabel('notify_reason').fill('Urlaub')
    await expect(page.getByText('Einstellungen gespeichert.')).toBeHidden()
    await pressSave(page)
    await expectText(page, 'Einstellungen gespeichert.')
    expect(storedSecret()).toEqual(encrypted)
  })

  await test.step('a button removes the secret, also after a change of mind', async () => {
    await page.getByRole('button', { name: 'Gespeicherten Wert entfernen' }).click()
    await page.getByRole('button', { name: 'Doch behalten' }).click()
    await page.getByRole('button', { name: 'Gespeicherten Wert entfernen' }).click()
    await pressSave(page)
    await expectText(page, 'Noch nicht gespeichert.')
    expect(storedSecret()).not.toEqual(encrypted)
  })
})
