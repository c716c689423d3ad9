import type { Locator } from 'playwright/test'
import { addDays, type Day } from '../../src/shared/day.ts'
import { openAdminPage, test } from './fixtures/admin.ts'
import { addBooking, closePractice, instantAt, mondayAfterNext } from './fixtures/bookings.ts'
import { firstButton } from './fixtures/controls.ts'
import { LOOKS_ON_PHONE, look } from './fixtures/look.ts'
import { expect } from './fixtures/portal.ts'
import { addFortnight, addWeek } from './fixtures/sample-weeks.ts'
import { moveServerClock } from './fixtures/server-clock.ts'

// Each state of these pages is opened once. `look` checks it for accessibility violations, in a wide and a
// narrow window and in both themes; the rules of the pages have tests in the other files.

const MONDAY = mondayAfterNext()

/** Fills in the form of a closure of one day. */
async function fillClosure(dialog: Locator, day: Day): Promise<void> {
  await dialog.getByLabel('Titel').fill('Fortbildung')
  await dialog.getByLabel('Erster Tag').fill(day)
  await dialog.getByLabel('Letzter Tag').fill(day)
}

test('the empty dashboard is accessible', LOOKS_ON_PHONE, async ({ page }) => {
  await openAdminPage(page, '/admin', 'Keine Anfrage wartet')
  await look(page, 'admin-dashboard-empty')
})

test(
  'the dashboard with requests is accessible, after a decision and with the list of keys too',
  LOOKS_ON_PHONE,
  async ({ page, portal }) => {
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
  'the list of appointments and the dialog of an appointment are accessible',
  LOOKS_ON_PHONE,
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

test('a week and the form for a new appointment are accessible', LOOKS_ON_PHONE, async ({ page, portal }) => {
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
  'the calendar with the line of the current time is accessible',
  LOOKS_ON_PHONE,
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
  'absences and a closure that appointments stand in are accessible',
  LOOKS_ON_PHONE,
  async ({ page, portal }) => {
    closePractice(portal, 'Urlaub', addDays(MONDAY, 1))
    addBooking(portal, MONDAY, '09:00')
    await page.goto('/admin/absences')
    await expect(page.getByText('Für Patienten: Urlaub')).toBeVisible()
    await look(page, 'admin-absences')
    await firstButton(page, 'Ordination schließen').click()
    const dialog = page.getByRole('dialog')
    await fillClosure(dialog, MONDAY)
    await dialog.getByRole('button', { name: 'Ordination schließen' }).click()
    await expect(dialog.getByRole('link', { name: 'Rosa Musterfrau' })).toBeVisible()
    await look(page, 'admin-closure-conflicts')
  },
)
