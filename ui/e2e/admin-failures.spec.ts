import { expectText, openAdminPage, save, test } from './fixtures/admin.ts'
import { NO_CONNECTION } from './fixtures/failures.ts'
import { delayAnswers, refuseCalls } from './fixtures/intercepted-calls.ts'
import { expect } from './fixtures/portal.ts'

test('each admin page that cannot be loaded says so and offers to load again', async ({ page }) => {
  for (const [path, call, sentence] of [
    ['/admin', 'overview', 'Übersicht konnte nicht geladen werden.'],
    ['/admin/bookings?view=list', 'bookings?*', 'Termine konnten nicht geladen werden.'],
    ['/admin/bookings?view=week', 'calendar*', 'Der Kalender konnte nicht geladen werden.'],
    ['/admin/outbox', 'outbox/emails?*', 'E-Mail Logs konnten nicht geladen werden.'],
    ['/admin/services', 'services', 'Services konnten nicht geladen werden.'],
    ['/admin/settings/practice', 'practice', 'Praxisdaten konnten nicht geladen werden.'],
    ['/admin/settings/general', 'settings/general', 'Einstellungen konnten nicht geladen werden.'],
    [
      '/admin/settings/working-hours',
      'settings/working-hours',
      'Arbeitszeiten konnten nicht geladen werden.',
    ],
    ['/admin/settings/sms', 'settings/clicksend', 'SMS-Einstellungen konnten nicht geladen werden.'],
    ['/admin/settings/texts', 'texts', 'Texte konnten nicht geladen werden.'],
    ['/admin/settings/smtp', 'settings/smtp', 'E-Mail-Einstellungen konnten nicht geladen werden.'],
    ['/admin/settings/odoo', 'settings/odoo', 'Odoo-Einstellungen konnten nicht geladen werden.'],
    ['/admin/settings/urls', 'settings/urls', 'URL-Einstellungen konnten nicht geladen werden.'],
    ['/admin/settings/privacy', 'privacy', 'Die Angaben zum Datenschutz konnten nicht geladen werden.'],
  ] as const) {
    await refuseCalls(page, `**/api/admin/${call}`)
    // The first page is loaded. The others are opened within it, which takes less time.
    if (path === '/admin') await page.goto(path)
    else await page.evaluate((address) => history.pushState(null, '', address), path)
    await expectText(page, sentence)
    await expectText(page, 'Bitte versuchen Sie es später.')
    await page.unroute(`**/api/admin/${call}`)
    await page.getByRole('button', { name: 'Neu laden' }).last().click()
    await expect(page.getByText(sentence)).toHaveCount(0)
  }
})

test('what was typed in the admin area can be saved when the server is back', async ({ page, portal }) => {
  await openAdminPage(page, '/admin/settings/urls', 'URLs & Admin E-Mail')
  await page.getByLabel(/PUBLIC_BASE_URL/).fill('https://termine.ordination.example')
  await portal.stop()
  await save(page)
  await expectText(page, NO_CONNECTION)
  await portal.start()
  await save(page)
  await expectText(page, 'Einstellungen gespeichert.')
})

test('the admin area says which change the browser could not send', async ({ page }) => {
  // Only calls that change something fail.
  await page.addInitScript(() => {
    const send = window.fetch
    window.fetch = (input, init) =>
      new Request(input, init).method === 'GET'
        ? send(input, init)
        : Promise.reject(new DOMException('The call was aborted.', 'AbortError'))
  })
  page.on('dialog', (dialog) => dialog.accept())
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Service "Facial" löschen' }).click()
  await page.getByRole('button', { name: '"Facial" löschen', exact: true }).click()
  await expectText(page, 'Löschen fehlgeschlagen.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Akupunktur', exact: true }).click()
  await page.getByLabel('Preis').fill('80')
  await save(page)
  await expectText(page, 'Service konnte nicht gespeichert werden.')
  await page.keyboard.press('Escape')
  const openPage = (name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  await openPage('Arbeitszeiten')
  await page.getByLabel('Montag Block 1 Start').fill('09:00')
  await save(page)
  await expectText(page, 'Arbeitszeiten konnten nicht gespeichert werden.')
  await openPage('Praxisdaten')
  await page.getByLabel('Telefon').fill('+43 5572 000011')
  await save(page)
  await expectText(page, 'Speichern fehlgeschlagen.')

  // Nobody is signed in any more.
  await page.evaluate(() => localStorage.clear())
  await page.goto('/admin/login')
  await page.getByLabel('E-Mail').fill('gerda@ordination.example')
  await page.getByLabel('Passwort', { exact: true }).fill('ein Passwort')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expectText(page, 'Unbekannter Fehler beim Login.')
})

test('the admin area says what it loads and saves, and when there is no status', async ({ page }) => {
  await refuseCalls(page, '**/api/admin/status')
  await openAdminPage(page, '/admin/settings/practice', 'Praxisdaten')
  await expectText(page, 'Status konnte nicht geladen werden.')
  const answer = await delayAnswers(page, '**/api/admin/practice')
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(page.getByText('Aktualisieren …').first()).toBeAttached()
  await answer()
  await openAdminPage(page, '/admin/settings/practice', 'Praxisdaten')
  const saved = Promise.withResolvers<void>()
  await page.route('**/api/admin/practice', async (route) => {
    await saved.promise
    await route.continue()
  })
  await page.getByLabel('Telefon').fill('+43 5572 000011')
  await save(page)
  await expect(page.getByText('Speichern …').first()).toBeAttached()
  saved.resolve()
  await expectText(page, 'Praxisdaten gespeichert.')
})
