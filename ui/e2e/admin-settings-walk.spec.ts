import type { Page } from 'playwright/test'
import { signsIn } from './assistant.ts'
import { expect } from './portal.ts'
import { test } from './providers.ts'
import { colleaguePuts, failsToLoad, holdsBack, opens, saves, sees } from './settings.ts'

const CONFLICT = 'Diese Angaben wurden inzwischen von jemand anderem geändert.'

test.beforeEach(async ({ page, portal }) => {
  await signsIn(page, portal)
})

test('practice data are mended, previewed and saved', async ({ page, look }) => {
  await opens(page, '/admin/settings/practice', 'Praxisdaten')
  await look(page, 'admin-practice')
  await page.getByRole('button', { name: 'Vorschau' }).click()
  const preview = page.getByRole('region', { name: 'Vorschau' })
  await expect(preview).toContainText('6850 Dornbirn')
  await page.getByLabel('E-Mail', { exact: true }).fill('keine Adresse')
  await saves(page)
  await sees(page, 'Bitte eine gültige E-Mail-Adresse angeben.')
  await look(page, 'admin-practice-faults')
  await page.getByLabel('E-Mail', { exact: true }).fill('  ordination@ordination.example ')
  await saves(page)
  await sees(page, 'Praxisdaten gespeichert.')
  await look(page, 'admin-practice-saved')
  for (const field of await page.getByRole('textbox').all()) await field.fill('')
  await expect(preview).toContainText('(Keine Daten vorhanden)')
  await colleaguePuts(page, '/practice', { phone: '+43 5572 000099', zip: '' })
  await saves(page)
  await sees(page, CONFLICT)
  await look(page, 'admin-practice-conflict')
  await page.getByRole('button', { name: 'Andere Fassung laden' }).click()
  await expect(page.getByLabel('Telefon')).toHaveValue('+43 5572 000099')
  await failsToLoad(page, '**/api/admin/practice', 'Praxisdaten konnten nicht geladen werden.')
  await look(page, 'admin-practice-failure')
})

test('general settings close the booking and mute messages', async ({ page, look }) => {
  await opens(page, '/admin/settings/general', 'Allgemein')
  await look(page, 'admin-general')
  await page.getByLabel('Online-Buchung geschlossen').check()
  await page.getByLabel('Voraussichtlich bis').fill('2027-01-12T18:00')
  await page.getByLabel('Nachricht an die Patienten').fill('Wir sind auf Urlaub.')
  await page.getByLabel('Grund').fill('Urlaubswoche')
  await page.getByLabel('SMS stumm schalten').check()
  await page.getByLabel(/Secret für/).fill('ein-geheimes-secret')
  await page.getByLabel(/Buchbare Tage/).fill('-3')
  await page.getByLabel(/Erinnerung/).fill('viele')
  await saves(page)
  await sees(page, 'maxBookingDays muss eine ganze Zahl von 1 bis 3650 sein.')
  await sees(page, 'reminder_hours muss eine ganze Zahl von 0 bis 336 sein.')
  await look(page, 'admin-general-faults')
  await page.getByLabel(/Buchbare Tage/).fill('90')
  await page.getByLabel(/Erinnerung/).fill('24')
  await saves(page)
  await sees(page, 'Einstellungen gespeichert.')
  await sees(page, 'Die Online-Buchung ist geschlossen. SMS sind abgeschaltet, E-Mails werden gesendet.')
  await page.getByRole('button', { name: 'Test-E-Mail senden' }).click()
  await sees(page, 'Test-E-Mail an termine@ordination.example gesendet.')
  await look(page, 'admin-general-saved')
  await colleaguePuts(page, '/settings/general', { booking_maintenance_active: false, maxBookingDays: null })
  await page.getByLabel('Grund').fill('Noch eine Woche')
  await saves(page)
  await sees(page, CONFLICT)
  await look(page, 'admin-general-conflict')
  await page.getByRole('button', { name: 'Meine Fassung speichern' }).click()
  await sees(page, 'Einstellungen gespeichert.')
  await failsToLoad(page, '**/api/admin/settings/general', 'Einstellungen konnten nicht geladen werden.')
})

test('services are added, changed and deleted', async ({ page, look, portal }) => {
  await opens(page, '/admin/services', 'Services & Preise')
  await look(page, 'admin-services')
  await page.getByRole('button', { name: 'Neuer Service' }).click()
  await page.getByLabel('Dauer (Min)', { exact: true }).fill('lang')
  await page.getByLabel('Anzeigedauer').fill('0')
  await page.getByLabel('Preis').fill('-5')
  await page.getByLabel('Reihenfolge').fill('-1')
  await saves(page)
  for (const sentence of [
    'Bitte eine ID angeben.',
    'Bitte einen Namen angeben.',
    'Dauer muss eine nicht-negative Zahl sein.',
    'Anzeigedauer muss eine positive Zahl sein.',
    'Preis muss eine nicht-negative Zahl sein.',
    'Reihenfolge muss eine nicht-negative Zahl sein.',
  ])
    await sees(page, sentence)
  await look(page, 'admin-service-faults')
  await page
    .getByLabel('Name', { exact: true })
    .fill('Reisemedizinische Beratung mit Impfplan für lange Reisen')
  await page.getByLabel('ID', { exact: true }).fill('reisemedizin')
  await page.getByLabel('Dauer (Min)', { exact: true }).fill('25')
  await page.getByLabel('Anzeigedauer').fill('')
  await page.getByLabel('Preis').fill('79,90')
  await page.getByLabel('Reihenfolge').fill('')
  await page.getByLabel('Aktiv').uncheck()
  await saves(page)
  await sees(page, 'Service "Reisemedizinische Beratung mit Impfplan für lange Reisen" gespeichert.')
  await look(page, 'admin-services-saved')
  await page.getByRole('button', { name: 'Facial', exact: true }).click()
  await page.getByLabel('Preis').fill('170')
  await changesFacial(page)
  await saves(page)
  await sees(page, CONFLICT)
  await look(page, 'admin-service-conflict')
  const loadsTheList = await holdsBack(page, '**/api/admin/services')
  await page.getByRole('button', { name: 'Meine Fassung speichern' }).click()
  await sees(page, 'Service "Facial" gespeichert.')
  await page.getByRole('button', { name: 'Service "Facial" löschen' }).click()
  await look(page, 'admin-service-delete')
  await page.getByRole('button', { name: '"Facial" löschen', exact: true }).click()
  await sees(page, 'Service "facial" gelöscht.')
  await loadsTheList()
  portal.rows('delete from services returning id')
  await opens(page, '/admin/services', 'Services & Preise')
  await sees(page, 'Noch keine Services. Hier stehen die Leistungen, die Patienten buchen können.')
  await look(page, 'admin-services-empty')
  await failsToLoad(page, '**/api/admin/services', 'Services konnten nicht geladen werden.')
  await look(page, 'admin-services-failure')
})

async function changesFacial(page: Page) {
  await colleaguePuts(page, '/services', {
    service: { id: 'facial', name: 'Facial', duration_min: 60, price: 150 },
  })
}

test('working hours are typed, copied and saved', async ({ page, look }) => {
  await opens(page, '/admin/settings/working-hours', 'Arbeitszeiten')
  await look(page, 'admin-hours')
  await page.getByLabel('Montag Block 1 Ende').fill('7')
  await page.getByLabel('Mittwoch Block 2 Ende').fill('')
  await page.getByLabel('Samstag Block 1 Start').fill('neun')
  await page.getByLabel('Samstag Block 1 Ende').fill('12')
  await page.getByLabel('Donnerstag Block 2 Start').fill('11:00')
  await saves(page)
  for (const sentence of [
    'Montag Block 1: Ende muss nach dem Start liegen.',
    'Mittwoch Block 2: Bitte Start und Ende angeben.',
    'Donnerstag: Die Blöcke überschneiden sich.',
    'Samstag Block 1: Ungültige Zeitangabe.',
  ])
    await sees(page, sentence)
  await look(page, 'admin-hours-faults')
  await page.getByLabel('Montag Block 1 Ende').fill('1230')
  await page.getByRole('button', { name: 'Zeiten von Montag auf andere Tage übertragen' }).click()
  await look(page, 'admin-hours-copy')
  await page.getByRole('button', { name: 'Übertragen', exact: true }).click()
  await page.getByRole('button', { name: 'Samstag schließen' }).click()
  await saves(page)
  await sees(page, 'Arbeitszeiten gespeichert.')
  await expect(page.getByLabel('Freitag Block 1 Ende')).toHaveValue('12:30')
  await colleaguePuts(page, '/settings/working-hours', {
    workingHours: { 1: [{ start: '09:00', end: '11:00' }] },
  })
  await page.getByLabel('Sonntag Block 1 Start').fill('9')
  await page.getByLabel('Sonntag Block 1 Ende').fill('10')
  await saves(page)
  await sees(page, CONFLICT)
  await sees(page, 'Montag: 09:00–11:00')
  await look(page, 'admin-hours-conflict')
  await page.getByRole('button', { name: 'Andere Fassung laden' }).click()
  await expect(page.getByLabel('Montag Block 1 Start')).toHaveValue('09:00')
  await failsToLoad(
    page,
    '**/api/admin/settings/working-hours',
    'Arbeitszeiten konnten nicht geladen werden.',
  )
})

test('both SMS providers are set up, tried and topped up', async ({ page, look, providers }) => {
  await opens(page, '/admin/settings/sms', 'SMS Provider')
  await expect(page.getByText('Nie abgefragt')).toHaveCount(2)
  await look(page, 'admin-sms-empty')
  await page
    .getByLabel(/PRACTICE_EMAIL/)
    .first()
    .fill('keine')
  await page
    .getByLabel(/TEST_MOBILE/)
    .last()
    .fill('12')
  await saves(page)
  await sees(
    page,
    'ClickSend Benutzername fehlt. ClickSend Absender fehlt. PRACTICE_EMAIL: Ungültige E-Mail-Adresse. seven.io Key fehlt. seven.io Absender fehlt. TEST_MOBILE: Bitte international eingeben, z. B. +43 664 1234567.',
  )
  await look(page, 'admin-sms-faults')
  await page
    .getByLabel(/PRACTICE_EMAIL/)
    .first()
    .fill('')
  await page
    .getByLabel(/TEST_MOBILE/)
    .first()
    .fill('+43 664 1234567')
  await page
    .getByLabel(/TEST_MOBILE/)
    .last()
    .fill('+436641234567')
  await page.getByLabel(/CLICKSEND_USERNAME/).fill(' demo ')
  await page.getByLabel(/CLICKSEND_PWD/).fill('demo-key')
  await page.getByLabel(/CLICKSEND_FROM/).fill('Ordination')
  await page.getByLabel(/SEVENIO_KEY/).fill('demo-key')
  await page.getByLabel(/SEVENIO_FROM/).fill('Ordination')
  await saves(page)
  await sees(page, 'SMS-Provider-Einstellungen gespeichert.')
  await sees(page, /^€\s1\.117,46$/)
  await sees(page, /^€\s593,99$/)
  await expect(page.getByText(/^Stand /)).toHaveCount(2)
  await page.getByRole('button', { name: 'Test-SMS über ClickSend senden' }).click()
  await sees(page, 'Test-SMS über ClickSend an +436641234567 gesendet.')
  providers.sevenio.troubles.expect('500')
  await page.getByRole('button', { name: 'Test-SMS über seven.io senden' }).click()
  await sees(page, /^seven\.io: /)
  await look(page, 'admin-sms-saved')
  await colleaguePuts(page, '/settings/clicksend', {
    CLICKSEND_USERNAME: 'demo',
    CLICKSEND_FROM: 'Dr. Muster',
  })
  await page.getByLabel(/CLICKSEND_FROM/).fill('Praxis')
  await saves(page)
  await sees(page, CONFLICT)
  await look(page, 'admin-sms-conflict')
  await page.getByRole('button', { name: 'Meine Fassung speichern' }).click()
  await sees(page, 'ClickSend: SMS-Provider-Einstellungen gespeichert.')
  await failsToLoad(
    page,
    '**/api/admin/settings/clicksend',
    'SMS-Einstellungen konnten nicht geladen werden.',
  )
})

test('Odoo is set up and its connection checked', async ({ page, look, providers }) => {
  await opens(page, '/admin/settings/odoo', 'Odoo')
  await look(page, 'admin-odoo')
  await saves(page)
  for (const sentence of ['Bitte ODOO_URL angeben.', 'Bitte ODOO_DB angeben.', 'Bitte ODOO_USER angeben.'])
    await sees(page, sentence)
  await look(page, 'admin-odoo-faults')
  await page.getByLabel(/ODOO_URL/).fill('odoo.example')
  await sees(page, 'ODOO_URL muss mit http:// oder https:// beginnen.')
  await page.getByLabel(/ODOO_URL/).fill('http://')
  await sees(page, 'ODOO_URL ist keine gültige URL.')
  await page.getByLabel(/ODOO_URL/).fill(providers.urls.odoo)
  await page.getByLabel(/ODOO_DB/).fill('praxis')
  await page.getByLabel(/ODOO_USER/).fill('ordi')
  await page.getByLabel(/ODOO_PASS/).fill('demo-key')
  await saves(page)
  await sees(page, 'Odoo-Einstellungen gespeichert.')
  await page.getByRole('button', { name: 'Verbindung prüfen' }).click()
  await sees(page, /Odoo 18|Verbindung|Angemeldet/)
  await look(page, 'admin-odoo-saved')
  await colleaguePuts(page, '/settings/odoo', {
    ODOO_URL: providers.urls.odoo,
    ODOO_DB: 'andere',
    ODOO_USER: 'ordi',
  })
  await page.getByRole('button', { name: 'Gespeicherten Wert entfernen' }).click()
  await saves(page)
  await sees(page, CONFLICT)
  await sees(page, 'Datenbank: andere')
  await failsToLoad(page, '**/api/admin/settings/odoo', 'Odoo-Einstellungen konnten nicht geladen werden.')
})

test('addresses and the admin’s e-mail are saved', async ({ page, look }) => {
  await opens(page, '/admin/settings/urls', 'URLs & Admin E-Mail')
  await look(page, 'admin-urls')
  await page.getByLabel(/PUBLIC_BASE_URL/).fill('ordination')
  await page.getByLabel(/PATIENT_BASE_URL/).fill('ftp://ordination.example')
  await page.getByLabel(/ADMIN_EMAIL/).fill('assistenz@ordination')
  await saves(page)
  for (const sentence of [
    'Ungültige URL.',
    'Nur http oder https erlaubt.',
    'ADMIN_EMAIL: Ungültige E-Mail-Adresse.',
  ])
    await sees(page, sentence)
  await look(page, 'admin-urls-faults')
  await page.getByLabel(/PUBLIC_BASE_URL/).fill('https://termine.ordination.example')
  await page.getByLabel(/PATIENT_BASE_URL/).fill('')
  await page.getByLabel(/ADMIN_EMAIL/).fill('assistenz@ordination.example')
  await saves(page)
  await sees(page, 'Einstellungen gespeichert.')
  await colleaguePuts(page, '/settings/urls', { ADMIN_EMAIL: 'team@ordination.example' })
  await page.getByLabel(/PATIENT_BASE_URL/).fill('https://patienten.ordination.example')
  await saves(page)
  await sees(page, CONFLICT)
  await sees(page, 'Admin E-Mail: team@ordination.example')
  await failsToLoad(page, '**/api/admin/settings/urls', 'URL-Einstellungen konnten nicht geladen werden.')
})
