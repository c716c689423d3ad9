import type { Page, Route } from 'playwright/test'
import { ADMIN, answerDialogs, expectText, openAdminPage, save, test } from './fixtures/admin.ts'
import { NO_CONNECTION } from './fixtures/failures.ts'
import { delayAnswers, fetchServerAnswer, refuseCalls } from './fixtures/intercepted-calls.ts'
import { expect, test as patientTest } from './fixtures/portal.ts'

/** Pages by the call whose data they show, below `/api/admin`, and the sentence for a failure of the call. */
const PAGES = [
  { path: '/admin', call: 'overview', sentence: 'Übersicht konnte nicht geladen werden.' },
  {
    path: '/admin/bookings?view=list',
    call: 'bookings?*',
    sentence: 'Termine konnten nicht geladen werden.',
  },
  {
    path: '/admin/bookings?view=week',
    call: 'calendar*',
    sentence: 'Der Kalender konnte nicht geladen werden.',
  },
  {
    path: '/admin/outbox',
    call: 'outbox/emails?*',
    sentence: 'E-Mail Logs konnten nicht geladen werden.',
  },
  { path: '/admin/services', call: 'services', sentence: 'Services konnten nicht geladen werden.' },
  {
    path: '/admin/settings/practice',
    call: 'practice',
    sentence: 'Praxisdaten konnten nicht geladen werden.',
  },
  {
    path: '/admin/settings/general',
    call: 'settings/general',
    sentence: 'Einstellungen konnten nicht geladen werden.',
  },
  {
    path: '/admin/settings/working-hours',
    call: 'settings/working-hours',
    sentence: 'Arbeitszeiten konnten nicht geladen werden.',
  },
  {
    path: '/admin/settings/sms',
    call: 'settings/clicksend',
    sentence: 'SMS-Einstellungen konnten nicht geladen werden.',
  },
  { path: '/admin/settings/texts', call: 'texts', sentence: 'Texte konnten nicht geladen werden.' },
  {
    path: '/admin/settings/smtp',
    call: 'settings/smtp',
    sentence: 'E-Mail-Einstellungen konnten nicht geladen werden.',
  },
  {
    path: '/admin/settings/odoo',
    call: 'settings/odoo',
    sentence: 'Odoo-Einstellungen konnten nicht geladen werden.',
  },
  {
    path: '/admin/settings/urls',
    call: 'settings/urls',
    sentence: 'URL-Einstellungen konnten nicht geladen werden.',
  },
  {
    path: '/admin/settings/privacy',
    call: 'privacy',
    sentence: 'Die Angaben zum Datenschutz konnten nicht geladen werden.',
  },
] as const

test('each admin page that cannot be loaded says so and offers to load again', async ({ page }) => {
  for (const { path, call, sentence } of PAGES) {
    await refuseCalls(page, `**/api/admin/${call}`)
    // Only the first page is loaded. The others are opened from it, which is faster.
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

test('settings whose answer was lost are saved by the next press, without a warning about a colleague', async ({
  page,
}) => {
  await openAdminPage(page, '/admin/settings/practice', 'Praxisdaten')
  const phone = page.getByLabel('Telefon')
  const loseAnswer = async (route: Route) => {
    if (route.request().method() === 'GET') return route.continue()
    await fetchServerAnswer(route)
    await route.abort('connectionreset')
    await page.unroute('**/api/admin/practice')
  }
  await page.route('**/api/admin/practice', loseAnswer)
  await phone.fill('+43 5572 000011')
  await save(page)
  await expectText(page, NO_CONNECTION)
  await save(page)
  await expectText(page, 'Praxisdaten gespeichert.')

  await phone.fill('+43 5572 000012')
  await save(page)
  await expectText(page, 'Praxisdaten gespeichert.')
  await page.reload()
  await expect(phone).toHaveValue('+43 5572 000012')
})

/** Aborts each call that changes something. Must be called before the first page is opened. */
async function abortChanges(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = window.fetch
    window.fetch = (input, init) =>
      new Request(input, init).method === 'GET'
        ? send(input, init)
        : Promise.reject(new DOMException('The call was aborted.', 'AbortError'))
  })
}

test('a service that the browser could not delete or save says so', async ({ page }) => {
  await abortChanges(page)
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Service "Facial" löschen' }).click()
  await page.getByRole('button', { name: '"Facial" löschen', exact: true }).click()
  await expectText(page, 'Löschen fehlgeschlagen.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Akupunktur', exact: true }).click()
  await page.getByLabel('Preis').fill('80')
  await save(page)
  await expectText(page, 'Service konnte nicht gespeichert werden.')
})

test('working hours and data of the practice that the browser could not save say so', async ({ page }) => {
  await abortChanges(page)
  answerDialogs(page, 'accept')
  await openAdminPage(page, '/admin/settings/working-hours', 'Arbeitszeiten')
  await page.getByLabel('Montag Block 1 Start').fill('09:00')
  await save(page)
  await expectText(page, 'Arbeitszeiten konnten nicht gespeichert werden.')
  await page.getByRole('navigation').getByRole('link', { name: 'Praxisdaten', exact: true }).click()
  await page.getByLabel('Telefon').fill('+43 5572 000011')
  await save(page)
  await expectText(page, 'Speichern fehlgeschlagen.')
})

patientTest('a sign-in that the browser could not send says so', async ({ page }) => {
  await abortChanges(page)
  await page.goto('/admin/login')
  await page.getByLabel('E-Mail').fill(ADMIN.email)
  await page.getByLabel('Passwort', { exact: true }).fill('ein Passwort')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expectText(page, 'Unbekannter Fehler beim Login.')
})

patientTest('a sign-in whose answer has no session says so', async ({ page }) => {
  await page.route('**/api/admin/login', (route) => route.fulfill({ json: {} }))
  await page.goto('/admin/login')
  await page.getByLabel('E-Mail').fill(ADMIN.email)
  await page.getByLabel('Passwort', { exact: true }).fill('ein Passwort')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expectText(page, 'Unbekannter Fehler beim Login.')
})

test('the admin area says that it cannot load its status', async ({ page }) => {
  await refuseCalls(page, '**/api/admin/status')
  await openAdminPage(page, '/admin/settings/practice', 'Praxisdaten')
  await expectText(page, 'Status konnte nicht geladen werden.')
})

test('a page of the admin area says when it is loading again, and when it is saving', async ({ page }) => {
  await openAdminPage(page, '/admin/settings/practice', 'Praxisdaten')
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

test('a search for people that fails says so, instead of that nobody was found', async ({ page }) => {
  await refuseCalls(page, '**/api/admin/patients?*')
  await openAdminPage(page, '/admin/settings/privacy', 'Datenschutz')
  await page.getByLabel('Person', { exact: true }).fill('rosa')
  await expectText(page, 'Die Suche ist gerade nicht möglich. Bitte versuchen Sie es später noch einmal.')
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  const finder = page.getByRole('dialog', { name: 'Finden' })
  await finder.getByRole('combobox').fill('zzyzx')
  await expect(finder.getByRole('alert')).toHaveText(
    'Die Suche nach Personen und Terminen ist gerade nicht möglich.',
  )
  await expect(finder.getByText('Nichts gefunden')).toHaveCount(0)
})
