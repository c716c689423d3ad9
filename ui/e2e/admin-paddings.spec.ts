import type { Locator } from 'playwright/test'
import { addDays, MINUTE } from '../../src/shared/day.ts'
import { expect, test } from './fixtures/admin.ts'
import { addBooking, dayShown, instantAt } from './fixtures/bookings.ts'
import { MONDAY, openCalendar, TUESDAY } from './fixtures/calendar.ts'
import { pressTimeOfTuesday, submitButton } from './fixtures/entry-form.ts'
import type { Portal } from './fixtures/portal.ts'

// Paddings are time before and after an appointment, in which patients cannot book, but the practice can.

/** Adds Rosa's appointment on Tuesday from 09:00 to 09:30, with ten minutes of padding after it. */
function addPaddedAppointment(portal: Portal): void {
  const id = addBooking(portal, TUESDAY, '09:00')
  portal.changeRows('update occupations set ends_at = ends_at + ? where booking_id = ?', 10 * MINUTE, id)
}

/** Fills in a field of the form, which reads the field when it loses the focus. */
async function fillAndLeave(form: Locator, label: string, text: string): Promise<void> {
  await form.getByLabel(label, { exact: true }).fill(text)
  await form.getByLabel('Vorname').focus()
}

test('a press on paddings in the day opens the form for their time', async ({ page, portal }) => {
  addPaddedAppointment(portal)
  await openCalendar(page, 'day', TUESDAY)
  await expect(page.getByText('frei 09:40–', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Warum ist 09:30 bis 09:40 nicht frei?' }).click()
  const form = page.getByRole('dialog', { name: 'Termin eintragen' })
  await expect(form.getByLabel('Uhrzeit')).toHaveValue('09:30')
})

test('the form says who has a taken time, and why a day has no free time', async ({ page, portal }) => {
  addPaddedAppointment(portal)
  const form = await pressTimeOfTuesday(page, '09:30')
  await form.getByLabel('Leistung').selectOption({ label: 'Folgebehandlung, 30 Min' })
  await fillAndLeave(form, 'Uhrzeit', '9.15')
  await expect(form.getByText(/09:00 bis 09:30: Rosa Musterfrau, Akupunktur/)).toBeVisible()
  await expect(form.getByLabel('Trotzdem eintragen')).toHaveCount(0)

  await fillAndLeave(form, 'Uhrzeit', '')
  await fillAndLeave(form, 'Datum', dayShown(addDays(MONDAY, 6)))
  await expect(form.getByText(/Am Sonntag ist keine Arbeitszeit/)).toBeVisible()
})

test('a time that only paddings occupy can be entered all the same', async ({ page, portal }) => {
  addPaddedAppointment(portal)
  const form = await pressTimeOfTuesday(page, '09:30')
  await form.getByLabel('Leistung').selectOption({ label: 'Folgebehandlung, 30 Min' })
  await expect(form.getByText(/Nur die Zeit davor oder danach ist im Weg/)).toBeVisible()
  await form.getByLabel('Trotzdem eintragen').check()
  await form.getByLabel('Vorname').fill('Max')
  await form.getByLabel('Nachname').fill('Mustermann')
  await form.getByLabel('Telefon').fill('0664 1234567')
  await submitButton(form).click()
  await expect(page.getByRole('dialog', { name: 'Max Mustermann' })).toContainText('Bestätigt')
  const occupied = portal.rows('select starts_at, ends_at from occupations order by starts_at')
  // The padding of the first appointment has given way.
  expect(occupied).toEqual([
    { starts_at: instantAt(TUESDAY, '09:00'), ends_at: instantAt(TUESDAY, '09:30') },
    { starts_at: instantAt(TUESDAY, '09:30'), ends_at: instantAt(TUESDAY, '10:00') },
  ])
})
