import type { Page } from 'playwright/test'
import { addDays } from '../../src/shared/day.ts'
import { inviteMember } from '../../src/staff/invitations.ts'
import { ADMIN, answerDialogs, openAdminPage, putToApi, save, test } from './fixtures/admin.ts'
import { addBooking, closePractice, instantAt, mondayAfterNext } from './fixtures/bookings.ts'
import { addAuditEntries, addTwoYears } from './fixtures/history.ts'
import { refuseCalls } from './fixtures/intercepted-calls.ts'
import { look, ON_PHONE_TOO } from './fixtures/look.ts'
import { addEmails, addSms } from './fixtures/messages.ts'
import { expect, type Portal, test as patientTest } from './fixtures/portal.ts'
import { addFortnight, addWeek } from './fixtures/sample-weeks.ts'
import { moveServerClock } from './fixtures/server-clock.ts'

// Each page of the admin area is opened once. `look` checks it for barriers, in a wide and a narrow window
// and in both themes; the rules of the pages have tests in the other files.

const MONDAY = mondayAfterNext()

patientTest('the login page has no barriers', ON_PHONE_TOO, async ({ page }) => {
  await page.goto('/admin/login')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByText('E-Mail ist erforderlich.')).toBeVisible()
  await look(page, 'login')
})

/** The first button of this name, of which a page may have several. */
const firstButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

const INVITED = { email: 'neu@ordination.example', name: 'Rosa Helferin', role: 'assistant' } as const

type AdminPage = Readonly<{
  path: string
  /** A text that the page shows once its data are there. */
  text: string
  /** Adds what the page shows, if it shows more than the demo has. */
  prepare?: (portal: Portal) => unknown
}>

/** Pages that are only opened, by the names of their pictures. */
const ADMIN_PAGES: Readonly<Record<string, AdminPage>> = {
  day: {
    path: `/admin/bookings?view=day&date=${MONDAY}`,
    text: 'Testfall',
    prepare: (portal) => addWeek(portal, MONDAY),
  },
  'day-list': {
    path: `/admin/bookings/print?date=${MONDAY}`,
    text: 'Rosa Musterfrau',
    prepare: (portal) => addWeek(portal, MONDAY),
  },
  statistics: {
    path: '/admin/statistics',
    text: 'Auslastung nach Wochentag und Stunde',
    prepare: addTwoYears,
  },
  'outbox-empty': { path: '/admin/outbox', text: 'Keine E-Mail-Einträge vorhanden.' },
  'outbox-sms': { path: '/admin/outbox?tab=sms', text: 'Rosa Musterfrau', prepare: addSms },
  smtp: { path: '/admin/settings/smtp', text: 'Auf dem Server gesetzt: SMTP_URL' },
  sms: { path: '/admin/settings/sms', text: 'Nie abgefragt' },
  odoo: { path: '/admin/settings/odoo', text: 'ODOO_URL' },
  urls: { path: '/admin/settings/urls', text: 'PUBLIC_BASE_URL' },
  people: {
    path: '/admin/people',
    text: 'eingeladen bis',
    prepare: (portal) => inviteMember(portal.ctx(), INVITED),
  },
  feeds: { path: '/admin/feeds', text: 'Noch gibt es keines.' },
  calendars: { path: '/admin/calendars', text: 'Noch gibt es keinen.' },
  audit: { path: '/admin/audit', text: 'hat sich angemeldet', prepare: addAuditEntries },
  help: { path: '/admin/hilfe#warteliste', text: 'Am Empfang' },
}

for (const [name, { path, text, prepare }] of Object.entries(ADMIN_PAGES))
  test(`the admin page ${name} has no barriers`, ON_PHONE_TOO, async ({ page, portal }) => {
    prepare?.(portal)
    await page.goto(path)
    // Some pages have the text twice, once for a narrow and once for a wide window.
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    await look(page, `admin-${name}`)
  })

test(
  'the dashboard has no barriers, empty, with requests and after a decision',
  ON_PHONE_TOO,
  async ({ page, portal }) => {
    await openAdminPage(page, '/admin', 'Keine Anfrage wartet')
    await look(page, 'admin-dashboard-empty')
    addFortnight(portal)
    await openAdminPage(page, '/admin', '3 Anfragen warten')
    await look(page, 'admin-dashboard')
    await firstButton(page, 'Anfrage von Jodok Erfunden bestätigen').click()
    await expect(page.getByText('Bestätigt: Jodok Erfunden')).toBeVisible()
    await look(page, 'admin-dashboard-decision')
    await page.keyboard.press('?')
    await expect(page.getByLabel('Tastenkürzel verwenden')).toBeVisible()
    await look(page, 'admin-keys')
  },
)

test(
  'the list of appointments and the dialog of an appointment have no barriers',
  ON_PHONE_TOO,
  async ({ page, portal }) => {
    addFortnight(portal)
    await page.goto('/admin/bookings?view=list')
    await expect(page.getByText('Emil Testfall')).toBeVisible()
    await look(page, 'admin-bookings-list')
    await page.getByRole('row').filter({ hasText: 'Emil Testfall' }).getByRole('button').first().click()
    await expect(page.getByRole('dialog').getByText('Bitte nüchtern kommen.')).toBeVisible()
    await page.getByRole('button', { name: 'Termin absagen' }).click()
    await expect(page.getByLabel(/Nachricht an/)).toBeFocused()
    await look(page, 'admin-booking-details')
  },
)

test('a week and the form for a new appointment have no barriers', ON_PHONE_TOO, async ({ page, portal }) => {
  addWeek(portal, MONDAY)
  closePractice(portal, 'Betriebsausflug', addDays(MONDAY, 2))
  await page.goto(`/admin/bookings?view=week&date=${MONDAY}`)
  await expect(page.getByText('Betriebsausflug').first()).toBeVisible()
  await look(page, 'admin-week')
  await firstButton(page, 'Termin eintragen').click()
  await page.getByText('Weitere Angaben').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Termin eintragen' }).click()
  await expect(page.getByText('Vorname ist erforderlich.')).toBeVisible()
  await look(page, 'admin-new-booking-errors')
})

test(
  'the calendar with the line of the current time has no barriers',
  ON_PHONE_TOO,
  async ({ page, portal, session }) => {
    addWeek(portal, MONDAY)
    await moveServerClock(page, session, instantAt(addDays(MONDAY, 3), '13:40'))
    await page.goto('/admin/bookings?view=week')
    await expect(page.getByRole('heading', { name: /^Donnerstag.*heute$/ })).toBeVisible()
    await page.getByRole('button', { name: 'Tag', exact: true }).click()
    await expect(page.getByText('jetzt 13:40')).toBeVisible()
    await look(page, 'admin-day-now')
  },
)

test(
  'absences and a closure that appointments stand in have no barriers',
  ON_PHONE_TOO,
  async ({ page, portal }) => {
    closePractice(portal, 'Urlaub', addDays(MONDAY, 1))
    addBooking(portal, MONDAY, '09:00')
    await page.goto('/admin/absences')
    await expect(page.getByText('Für Patienten: Urlaub')).toBeVisible()
    await look(page, 'admin-absences')
    await firstButton(page, 'Ordination schließen').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Titel').fill('Fortbildung')
    await dialog.getByLabel('Erster Tag').fill(MONDAY)
    await dialog.getByLabel('Letzter Tag').fill(MONDAY)
    await dialog.getByRole('button', { name: 'Ordination schließen' }).click()
    await expect(dialog.getByRole('link', { name: 'Rosa Musterfrau' })).toBeVisible()
    await look(page, 'admin-closure-conflicts')
  },
)

test(
  'the list of e-mails, an e-mail and its preview have no barriers',
  ON_PHONE_TOO,
  async ({ page, portal }) => {
    addEmails(portal)
    await page.goto('/admin/outbox')
    await expect(page.getByRole('button', { name: 'Rosa Musterfrau' }).first()).toBeVisible()
    await look(page, 'admin-outbox-emails')
    await page.getByRole('row').filter({ hasText: 'gebhard' }).getByText('Reservierung erhalten').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look(page, 'admin-outbox-details')
    await page.getByRole('dialog').getByRole('button', { name: 'Vorschau' }).click()
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
    await look(page, 'admin-outbox-preview')
  },
)

test(
  'the form of the practice has no barriers, also after a conflict with a colleague and a failure',
  ON_PHONE_TOO,
  async ({ page, portal, session }) => {
    await openAdminPage(page, '/admin/settings/practice', 'Praxisdaten')
    await firstButton(page, 'Vorschau').click()
    await expect(page.getByRole('region', { name: 'Vorschau' })).toContainText('6850 Dornbirn')
    await look(page, 'admin-practice')
    await page.getByLabel('Telefon').fill('+43 5572 000011')
    await putToApi(portal, { session, path: '/practice', body: { phone: '+43 5572 000099', zip: '' } })
    await save(page)
    await expect(page.getByText('Diese Angaben wurden inzwischen von jemand anderem geändert.')).toBeVisible()
    await look(page, 'admin-conflict')
    await refuseCalls(page, '**/api/admin/practice')
    answerDialogs(page, 'accept')
    await page.reload()
    await expect(page.getByText('Praxisdaten konnten nicht geladen werden.')).toBeVisible()
    await look(page, 'admin-failure')
  },
)

test('a form of settings with an error has no barriers', ON_PHONE_TOO, async ({ page }) => {
  await openAdminPage(page, '/admin/settings/general', 'Allgemein')
  await page.getByLabel(/Buchbare Tage/).fill('-3')
  await save(page)
  await expect(page.getByText(/maxBookingDays muss/).first()).toBeVisible()
  await look(page, 'admin-general-errors')
})

test('the list of services and its dialogs have no barriers', ON_PHONE_TOO, async ({ page }) => {
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await look(page, 'admin-services')
  await firstButton(page, 'Service "Facial" löschen').click()
  await look(page, 'admin-service-delete')
  await page.keyboard.press('Escape')
  await firstButton(page, 'Neuer Service').click()
  await save(page)
  await expect(page.getByText('Bitte eine ID angeben.').first()).toBeVisible()
  await look(page, 'admin-service-errors')
})

test(
  'working hours with an error, and the dialog that copies them, have no barriers',
  ON_PHONE_TOO,
  async ({ page }) => {
    await openAdminPage(page, '/admin/settings/working-hours', 'Arbeitszeiten')
    await firstButton(page, 'Zeiten von Montag auf andere Tage übertragen').click()
    await look(page, 'admin-hours-copy')
    await page.keyboard.press('Escape')
    await page.getByLabel('Montag Block 1 Ende').fill('7')
    await save(page)
    await expect(page.getByText('Montag Block 1: Ende muss nach dem Start liegen.').first()).toBeVisible()
    await look(page, 'admin-hours-errors')
  },
)

test('the account and the setup of its second factor have no barriers', ON_PHONE_TOO, async ({ page }) => {
  await page.goto('/admin/account')
  await expect(page.getByText('dieses Gerät')).toBeVisible()
  await look(page, 'admin-account')
  await firstButton(page, 'Authenticator-App einrichten').click()
  await page.getByLabel('Ihr Passwort', { exact: true }).fill(ADMIN.password)
  await firstButton(page, 'Weiter').click()
  await expect(page.getByRole('img', { name: 'QR-Code für die Authenticator-App' })).toBeVisible()
  await look(page, 'admin-second-factor')
})
