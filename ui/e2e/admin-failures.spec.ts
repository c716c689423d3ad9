import { openAdminPage, test } from './fixtures/admin.ts'
import { expectText } from './fixtures/controls.ts'
import { delayAnswers, refuseCalls } from './fixtures/intercepted-calls.ts'
import { expect } from './fixtures/portal.ts'

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
    else await page.evaluate((url) => history.pushState(null, '', url), path)
    await expectText(page, sentence)
    await expectText(page, 'Bitte versuchen Sie es später.')
    await page.unroute(`**/api/admin/${call}`)
    await page.getByRole('button', { name: 'Neu laden' }).last().click()
    await expect(page.getByText(sentence)).toHaveCount(0)
  }
})

test('the admin area says that it cannot load its status', async ({ page }) => {
  await refuseCalls(page, '**/api/admin/status')
  await openAdminPage(page, '/admin/settings/practice', 'Praxisdaten')
  await expectText(page, 'Status konnte nicht geladen werden.')
})

test('the search for people says that it has failed, and not that nobody was found', async ({ page }) => {
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

test('a page of the admin area says when it is loading again', async ({ page }) => {
  await openAdminPage(page, '/admin/settings/practice', 'Praxisdaten')
  const letAnswersArrive = await delayAnswers(page, '**/api/admin/practice')
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(page.getByText('Aktualisieren …').first()).toBeAttached()
  await letAnswersArrive()
})
