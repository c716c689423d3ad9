import type { Page } from 'playwright/test'
import { signsIn } from './assistant.ts'
import { aMonday, at, daysAfter, fillsTheWeek, writesDown } from './diary.ts'
import { expect, test } from './portal.ts'

const MONDAY = aMonday()
const TUESDAY = daysAfter(MONDAY, 1)
const WEDNESDAY = daysAfter(MONDAY, 2)
/** What is printed on of A4: 180 by 269 mm, whatever prints. */
const PAPER = { width: 680, height: 1017 }

test.beforeEach(async ({ page, portal }) => {
  await signsIn(page, portal)
})

async function opensCalendar(page: Page, view: 'week' | 'day', date: string): Promise<void> {
  await page.goto(`/admin/bookings?view=${view}&date=${date}`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Legende' })).toBeVisible()
}

/** The next page goes by the server's clock as the answers tell it. */
async function movesTheClock(page: Page, now: number): Promise<void> {
  const later = new Date(now + 60 * 60_000).toISOString()
  // Only there: what this page has asked for may still be answered by the real clock.
  await page.addInitScript((expiresAt) => {
    const session = JSON.parse(localStorage.getItem('ordi_admin_session') ?? '{}')
    localStorage.setItem('ordi_admin_session', JSON.stringify({ ...session, expiresAt }))
  }, later)
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), date: new Date(now).toUTCString(), 'session-expires-at': later }
    await route.fulfill({ response, headers })
  })
}

test('a week and a day of the practice', async ({ page, portal, look }) => {
  await opensCalendar(page, 'week', MONDAY)
  await expect(page.getByText(/^Kalenderwoche \d+, keine Termine$/)).toBeVisible()
  await look(page, 'admin-week-empty')

  // Doors, not rows: the absences shall occupy what they occupy.
  await page.getByRole('button', { name: 'Zeit sperren' }).click()
  const block = page.getByRole('dialog', { name: 'Zeit sperren' })
  await expect(block.getByLabel('Titel')).toBeFocused()
  await block.getByRole('button', { name: 'Zeit sperren' }).click()
  await expect(block).toContainText('Bitte einen Titel angeben.')
  await expect(block).toContainText('Bitte einen gültigen Beginn angeben.')
  await look(page, 'admin-block-faults')
  await block.getByLabel('Titel').fill('Fortbildung')
  await block.getByLabel('Tag').fill(TUESDAY)
  await block.getByLabel('Von').fill('14:00')
  await block.getByLabel('Bis').fill('17:00')
  await block.getByRole('button', { name: 'Zeit sperren' }).click()
  await expect(block).toBeHidden()
  await expect(page.getByRole('link', { name: 'Gesperrt Fortbildung, bis 17:00' })).toBeVisible()

  fillsTheWeek(portal, MONDAY)
  await page.goto('/admin/absences')
  await page.getByRole('button', { name: 'Praxis schließen' }).click()
  const closure = page.getByRole('dialog', { name: 'Praxis schließen' })
  await closure.getByLabel('Titel').fill('Betriebsausflug')
  await closure.getByLabel('Erster Tag').fill(WEDNESDAY)
  await closure.getByLabel('Letzter Tag').fill(WEDNESDAY)
  await closure.getByRole('button', { name: 'Praxis schließen' }).click()
  await expect(closure).toBeHidden()

  await opensCalendar(page, 'week', MONDAY)
  await expect(page.getByText(/^Kalenderwoche \d+, 12 Termine, 2 davon warten$/)).toBeVisible()
  await expect(page.getByText('Betriebsausflug')).toBeVisible()
  await look(page, 'admin-week')
  await page.getByRole('button', { name: /Mustermann Max.*wartet auf Bestätigung/ }).click()
  await expect(page.getByRole('dialog', { name: 'Max Mustermann' })).toContainText('Erstordination')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Nächste Woche' }).click()
  await expect(page).toHaveURL(new RegExp(`date=${daysAfter(MONDAY, 7)}`))
  await page.getByRole('button', { name: 'Heute' }).click()
  await look(page, 'admin-week-today')

  await opensCalendar(page, 'day', MONDAY)
  await look(page, 'admin-day')
  await page.route('**/api/admin/calendar*', (route) => route.abort())
  await page.goto(`/admin/bookings?view=week&date=${MONDAY}`)
  await expect(page.getByText('Der Kalender konnte nicht geladen werden.')).toBeVisible({ timeout: 30_000 })
  await look(page, 'admin-week-failure')
})

test('today, in the middle of the day', async ({ page, portal, look }) => {
  fillsTheWeek(portal, MONDAY)
  await movesTheClock(page, at(daysAfter(MONDAY, 3), '13:40'))
  await opensCalendar(page, 'week', '')
  await expect(page.getByRole('heading', { name: /^Donnerstag.*heute$/ })).toBeVisible()
  await look(page, 'admin-week-now')
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await expect(page.getByText('13:40')).toBeVisible()
  await look(page, 'admin-day-now')
})

test('somebody telephones', async ({ page, portal, look }) => {
  await opensCalendar(page, 'day', TUESDAY)
  await page.getByRole('button', { name: 'Termin eintragen' }).click()
  const sheet = page.getByRole('dialog', { name: 'Termin eintragen' })
  const enters = sheet.getByRole('button', { name: 'Termin eintragen' })
  await expect(sheet.getByLabel('Leistung')).toBeFocused()
  await expect(sheet.getByLabel('Datum', { exact: true })).toHaveValue(TUESDAY)
  await enters.click()
  await expect(sheet).toContainText('Bitte eine Leistung wählen.')
  await expect(sheet).toContainText('Vorname ist erforderlich.')
  await expect(sheet.getByLabel('Leistung')).toBeFocused()
  await look(page, 'admin-entry-faults')

  await sheet.getByLabel('Leistung').selectOption({ label: 'Akupunktur, 40 Min' })
  await sheet.getByRole('radio', { name: '09:00' }).check()
  await expect(sheet.getByLabel('Uhrzeit')).toHaveValue('09:00')
  await sheet.getByLabel('Vorname').fill('Rosa')
  await sheet.getByLabel('Nachname').fill('Musterfrau')
  await sheet.getByLabel('Telefon').fill('0664 1234567')
  // Meanwhile somebody else has taken it.
  writesDown(portal, { day: TUESDAY, time: '09:00', name: 'Max Schneller', minutes: 45 })
  await enters.click()
  await expect(sheet).toContainText(
    'Dieser Termin ist leider nicht mehr frei. Bitte wählen Sie einen anderen.',
  )
  await expect(sheet.getByLabel('Uhrzeit')).toBeFocused()
  await expect(sheet.getByRole('radio', { name: '09:00' })).toHaveCount(0)
  await look(page, 'admin-entry-taken')

  await sheet.getByText('Weitere Angaben').click()
  await sheet.getByLabel('E-Mail').fill('rosa@')
  await sheet.getByLabel('Uhrzeit').fill('19:10')
  await enters.click()
  await expect(sheet).toContainText('Die E-Mail hat kein gültiges Format.')
  await sheet.getByLabel('E-Mail').fill('rosa@musterfrau.example')
  await look(page, 'admin-entry-full')
  await enters.click()
  const details = page.getByRole('dialog', { name: 'Rosa Musterfrau' })
  await expect(details).toContainText('Bestätigt')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /19:10.*Musterfrau Rosa.*bestätigt/ })).toBeVisible()
})

test('absences and holidays', async ({ page, portal, look }) => {
  await page.goto('/admin/absences')
  await expect(page.getByText('Hier stehen gesperrte Zeiten, Schließtage und Feiertage.')).toBeVisible()
  writesDown(portal, { day: TUESDAY, time: '09:00', name: 'Rosa Musterfrau' })
  writesDown(portal, { day: WEDNESDAY, time: '10:00', name: 'Max Mustermann', status: 'requested' })
  await look(page, 'admin-absences-empty')

  await page.getByRole('button', { name: 'Praxis schließen' }).click()
  const closure = page.getByRole('dialog', { name: 'Praxis schließen' })
  await closure.getByLabel('Titel').fill('Urlaub')
  await closure.getByLabel('Grund').fill('Betriebsurlaub')
  await closure.getByLabel('Letzter Tag').fill(daysAfter(MONDAY, 4))
  await closure.getByLabel('Erster Tag').fill(daysAfter(MONDAY, 5))
  await closure.getByRole('button', { name: 'Praxis schließen' }).click()
  await expect(closure).toContainText('Der letzte Tag darf nicht vor dem ersten liegen.')
  await closure.getByLabel('Erster Tag').fill(MONDAY)
  await closure.getByRole('button', { name: 'Praxis schließen' }).click()
  await expect(closure).toContainText('In dieser Zeit stehen schon 2 Termine.')
  await expect(closure.getByRole('link', { name: 'Rosa Musterfrau' })).toHaveAttribute('href', /booking=Rosa/)
  await look(page, 'admin-closure-conflicts')
  await closure.getByRole('button', { name: 'Trotzdem schließen' }).click()
  await expect(closure).toBeHidden()
  await expect(page.getByText('Für Patienten: Betriebsurlaub')).toBeVisible()

  const year = new Date().getFullYear() + 1
  await page.getByLabel('Jahr', { exact: true }).selectOption(String(year))
  await expect(page.getByRole('checkbox', { name: /St. Josef/ })).not.toBeChecked()
  await page.getByRole('button', { name: 'Alle gesetzlichen anhaken' }).click()
  await expect(page.getByRole('checkbox', { name: /Dreikönig|Drei Könige/ })).toBeChecked()
  await page.getByRole('button', { name: `Feiertage ${year} speichern` }).click()
  await expect(page.getByText(`Feiertage ${year} gespeichert.`)).toBeVisible()
  await look(page, 'admin-absences')

  await page.getByRole('button', { name: /„Urlaub“.*löschen/ }).click()
  const question = page.getByRole('dialog', { name: '„Urlaub“ löschen?' })
  await look(page, 'admin-absence-delete')
  await question.getByRole('button', { name: '„Urlaub“ löschen' }).click()
  await expect(page.getByText('Für Patienten: Betriebsurlaub')).toHaveCount(0)
})

test('a day on paper', async ({ page, portal, look }) => {
  fillsTheWeek(portal, MONDAY)
  await opensCalendar(page, 'day', MONDAY)
  await page.getByRole('link', { name: 'Tagesliste' }).click()
  await expect(page.getByRole('row', { name: /08:00.*Rosa Musterfrau/ })).toBeVisible()
  await expect(page.getByText('Nina Ungenannt')).toHaveCount(0)
  await look(page, 'admin-print-screen')
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(PAPER)
  await expect(page.getByRole('button', { name: 'Drucken' })).toBeHidden()
  await expect(page.getByRole('columnheader', { name: 'Notiz' })).toBeVisible()
  await look(page, 'admin-print')
})

test('a calendar is subscribed to', async ({ page, portal, look }) => {
  await page.goto('/admin/feeds')
  await expect(page.getByText('Noch gibt es keines.')).toBeVisible()
  await page.getByRole('button', { name: 'Abo anlegen' }).click()
  await expect(page.getByText('Bitte einen Titel angeben.')).toBeVisible()
  await look(page, 'admin-feeds-empty')
  await page.getByLabel('Titel').fill('Telefon der Ärztin')
  await page.getByRole('button', { name: 'Abo anlegen' }).click()
  const address = await page.getByLabel('Adresse des Abos').inputValue()
  expect((await page.request.get(address)).headers()['content-type']).toContain('text/calendar')
  await expect(page.getByText('nur Initialen, seit')).toBeVisible()
  await look(page, 'admin-feeds')
  expect(portal.dump()).not.toContain(address.split('/').at(-2))
  await page.getByRole('button', { name: 'Abo „Telefon der Ärztin“ beenden' }).click()
  await page.getByRole('button', { name: '„Telefon der Ärztin“ beenden', exact: true }).click()
  await expect(page.getByText('Noch gibt es keines.')).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(404)
})
