import type { Page } from 'playwright/test'
import { writeSettings } from '../../src/practice/settings.ts'
import { test as adminTest, expectText, openAdminPage, save } from './fixtures/admin.ts'
import {
  addBookingWithLinks,
  closePractice,
  dayFromToday,
  instantAt,
  mondayAfterNext,
} from './fixtures/bookings.ts'
import { expectHeading } from './fixtures/headings.ts'
import { answerWithHtml, delayAnswers, refuseCalls } from './fixtures/intercepted-calls.ts'
import {
  chooseNextFree,
  expectStep,
  fillContact,
  openTimes,
  ROSA,
  svnrField,
  verifyEmail,
} from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'
import { PHONE } from './fixtures/windows.ts'

const NO_CONNECTION = /^Keine Verbindung\. Ihre Angaben bleiben hier\./
const BOOKING_CALLS = '**/api/bookings/*'
/** Tries to run scripts in two ways, and to send a form from the page around it. */
const HOSTILE_HTML = `<p>Böses</p><script>top.document.title = 'übernommen'</script>
<img src="x" onerror="top.location = 'about:blank'">
<form action="/api/patient/reject" method="post" target="_top"><button>Drücken</button></form>`

/** The bar at the bottom of the window, with the button that goes on. */
const bar = (page: Page) => page.getByRole('region', { name: 'Auswahl und weiter' })

test('without the server the patient reads whom to call, and nothing of a closing that is over', async ({
  page,
  portal,
}) => {
  writeSettings(portal.ctx(), 'general', { maintenance_message: 'Wir sind auf Urlaub.' })
  await page.route('**/api/status', (route) => route.abort())
  await page.goto('/')
  await expectHeading(page, 'System vorübergehend nicht erreichbar')
  await expect(page.getByRole('link', { name: 'Anrufen' })).toBeVisible()
  await expect(page.getByText('Wir sind auf Urlaub.')).toHaveCount(0)
  // Without a number there is nobody to call.
  writeSettings(portal.ctx(), 'practice', { phone: '' })
  await page.reload()
  await expectHeading(page, 'System vorübergehend nicht erreichbar')
  await expect(page.getByRole('link', { name: 'Anrufen' })).toHaveCount(0)
})

test('when the server is gone for a while, the patient loses nothing', async ({ page, context, portal }) => {
  await page.setViewportSize(PHONE)
  await openTimes(page)
  await chooseNextFree(page)
  await fillContact(page)
  await portal.stop()
  await page.getByRole('button', { name: 'E-Mail bestätigen' }).click()
  await expect(page.getByText(NO_CONNECTION)).toBeVisible()
  await portal.start()
  await verifyEmail(page, portal)

  await svnrField(page).fill(ROSA.svnr)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Weiter' }).click()
  const fault = bar(page).getByRole('alert')
  await expect(fault).toHaveText('Keine Verbindung. Ihre Angaben bleiben hier. Noch einmal?')
  await expect(fault).toBeInViewport({ ratio: 1 })
  // The icon has the colour of the sentence.
  const colourOf = (element: Element) => getComputedStyle(element).color
  expect(await fault.locator('svg').evaluate(colourOf)).toBe(await fault.evaluate(colourOf))
  await context.setOffline(false)
  await fault.getByRole('button', { name: 'Noch einmal?' }).click()
  await expectStep(page, 5)
})

test('a patient can book when the closed days cannot be loaded', async ({ page, portal }) => {
  closePractice(portal, 'Urlaub', dayFromToday(1))
  await page.route('**/api/closures*', (route) => route.abort())
  await openTimes(page)
  await page.getByRole('button', { name: 'Liste' }).click()
  await expect(page.getByRole('button', { name: /^\d\d:\d\d$/ }).first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the code of a page that gets lost is asked for again', async ({ browser, portal }) => {
  // Each lost file is an error of the page, so the page is one whose errors are allowed.
  const page = await browser.newPage()
  const code = /\/assets\/cancel-page-[^/]*\.js/
  let lost = 0
  await page.route(code, (route) => {
    lost++
    return route.abort('connectionreset')
  })
  await page.goto(portal.url + addBookingWithLinks(portal).cancel)
  // The first one is fetched in advance, and the second one when the page needs it.
  await expect.poll(() => lost).toBeGreaterThanOrEqual(2)
  await page.unroute(code)
  await expect(page.getByText('auf manuelle Bestätigung wartend')).toBeVisible()
})

test('an appointment that cannot be loaded can be loaded again', async ({ page, portal }) => {
  await page.route(BOOKING_CALLS, (route) => route.fulfill({ status: 503, json: { error: 'unavailable' } }))
  await page.goto(addBookingWithLinks(portal).cancel)
  await expect(page.getByText('Termindetails konnten nicht geladen werden.')).toBeVisible()
  await page.unroute(BOOKING_CALLS)
  const answer = await delayAnswers(page, BOOKING_CALLS)
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
  await expect(page.getByText('Lade Termin …')).toBeAttached()
  await answer()
  await expect(page.getByText('auf manuelle Bestätigung wartend')).toBeVisible()
})

test('when the call to cancel or to confirm fails, it can be repeated with the same text', async ({
  page,
  portal,
}) => {
  for (const { action, call, button, field, sentence, heading, statusAndMails } of [
    {
      action: 'cancel',
      call: '**/api/patient/reject',
      button: 'Termin stornieren',
      field: 'Grund',
      sentence: 'Storno fehlgeschlagen.',
      heading: 'Termin abgesagt',
      statusAndMails: ['cancelled', 'cancelled', 'cancelled-by-patient'],
    },
    {
      action: 'confirm',
      call: '**/api/admin/confirm',
      button: 'Termin bestätigen',
      field: /^Nachricht/,
      sentence: 'Bestätigung fehlgeschlagen.',
      heading: 'Termin bestätigt',
      statusAndMails: ['confirmed', 'confirmed'],
    },
  ] as const) {
    const appointment = addBookingWithLinks(portal)
    await page.goto(appointment[action])
    await page.getByLabel(field).fill('Ein Satz.')
    await page.route(call, (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad Gateway' }),
    )
    await page.getByRole('button', { name: button }).click()
    await expect(bar(page).getByRole('alert')).toHaveText(`${sentence} Noch einmal?`)
    await page.unroute(call)
    await expect(page.getByLabel(field)).toHaveValue('Ein Satz.')
    await page.getByRole('button', { name: 'Noch einmal?' }).click()
    await expectHeading(page, heading)
    expect(appointment.statusAndMails()).toEqual(statusAndMails)
  }
})

test('without a connection the bar says so beside the button, and tries again', async ({
  page,
  context,
  portal,
}) => {
  await page.setViewportSize(PHONE)
  const first = addBookingWithLinks(portal, { serviceId: 'folgebehandlung' })
  const second = addBookingWithLinks(portal)
  const start = new Date(instantAt(mondayAfterNext(), '11:00')).toISOString()
  for (const [address, button, heading] of [
    [`/patient/waiting-list?booking=${first.id}`, 'Auf die Warteliste', 'Sie stehen auf der Warteliste'],
    [`/patient/move?id=${first.id}&start=${start}`, 'Termin verschieben', 'Reservierung verschoben'],
    [first.cancel, 'Termin stornieren', 'Termin abgesagt'],
    [second.reject, 'Termin ablehnen', 'Termin abgelehnt'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('button', { name: button })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.getByRole('button', { name: button }).click()
    const fault = bar(page).getByRole('alert')
    await expect(fault, address).toHaveText('Keine Verbindung. Ihre Angaben bleiben hier. Noch einmal?')
    await expect(fault).toBeInViewport({ ratio: 1 })
    await context.setOffline(false)
    await fault.getByRole('button', { name: 'Noch einmal?' }).click()
    await expectHeading(page, heading)
  }
})

test('HTML in an answer is shown in a frame without any rights', async ({ portal, context }) => {
  const { confirm, cancel } = addBookingWithLinks(portal)
  // The browser reports everything that such a frame may not do. Errors of a page that the test opens itself
  // are not collected.
  const page = await context.newPage()
  await answerWithHtml(page, '**/api/patient/reject', '<p>Auf Wiedersehen.</p>')
  await page.goto(cancel)
  await page.getByRole('button', { name: 'Termin stornieren' }).click()
  await expect(page.frameLocator('iframe[title="Ergebnis"]').getByText('Auf Wiedersehen.')).toBeVisible()
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', '')

  await answerWithHtml(page, BOOKING_CALLS, HOSTILE_HTML)
  await page.goto(cancel)
  await expect(page.frameLocator('iframe').getByText('Böses')).toBeVisible()
  await expect(page).toHaveTitle(/^Termin absagen/)
  await page.goto(confirm)
  await page.frameLocator('iframe').getByRole('button', { name: 'Drücken' }).click()
  await expect(page).toHaveTitle(/^Termin bestätigen/)
  await expectHeading(page, 'Termin bestätigen')
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', '')
})

adminTest('each admin page that cannot be loaded says so and offers to load again', async ({ page }) => {
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

adminTest(
  'what was typed in the admin area can be saved when the server is back',
  async ({ page, portal }) => {
    await openAdminPage(page, '/admin/settings/urls', 'URLs & Admin E-Mail')
    await page.getByLabel(/PUBLIC_BASE_URL/).fill('https://termine.ordination.example')
    await portal.stop()
    await save(page)
    await expectText(page, NO_CONNECTION)
    await portal.start()
    await save(page)
    await expectText(page, 'Einstellungen gespeichert.')
  },
)

adminTest('the admin area says which change the browser could not send', async ({ page }) => {
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

adminTest('the admin area says what it loads and saves, and when there is no status', async ({ page }) => {
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
