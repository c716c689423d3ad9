import type { Locator, Page, Route } from 'playwright/test'
import { countBookings } from '../../src/booking/bookings.ts'
import { addDays, MINUTE } from '../../src/shared/day.ts'
import { answerDialogs, expect, test } from './fixtures/admin.ts'
import { addBooking, dayShown, instantAt } from './fixtures/bookings.ts'
import { MONDAY, openCalendar, TUESDAY } from './fixtures/calendar.ts'
import { fetchServerAnswer } from './fixtures/intercepted-calls.ts'
import type { Portal } from './fixtures/portal.ts'

/** Opens Tuesday in the calendar, and the form for an appointment. */
async function openFormOnTuesday(page: Page): Promise<Locator> {
  await openCalendar(page, 'day', TUESDAY)
  await page.getByRole('button', { name: 'Termin eintragen' }).click()
  const form = page.getByRole('dialog', { name: 'Termin eintragen' })
  await expect(form.getByRole('combobox', { name: 'Patient/in' })).toBeFocused()
  return form
}

/** Fills in the service of 40 minutes, and Rosa's name and number. */
async function fillFormForRosa(form: Locator): Promise<void> {
  await form.getByLabel('Leistung').selectOption({ label: 'Akupunktur, 40 Min' })
  await form.getByLabel('Vorname').fill('Rosa')
  await form.getByLabel('Nachname').fill('Musterfrau')
  await form.getByLabel('Telefon').fill('0664 1234567')
}

/** The button that saves the form. */
function submitButton(form: Locator): Locator {
  return form.getByRole('button', { name: 'Termin eintragen', exact: true })
}

test('the form for an appointment begins with the day that is shown, and asks for a service', async ({
  page,
}) => {
  const form = await openFormOnTuesday(page)
  await expect(form.getByLabel('Datum', { exact: true })).toHaveValue(dayShown(TUESDAY))
  await submitButton(form).click()
  await expect(form).toContainText('Bitte eine Leistung wählen.')
  await expect(form.getByLabel('Leistung')).toBeFocused()
})

test('Enter chooses a free time, and once it is chosen enters the appointment', async ({ page, portal }) => {
  const form = await openFormOnTuesday(page)
  await fillFormForRosa(form)
  const first = form.getByRole('radio', { name: /^Dienstag/ }).first()
  await first.press('Enter')
  await expect(first).toBeChecked()
  await expect(first).toBeFocused()
  await expect(form.getByLabel('Uhrzeit')).not.toHaveValue('')
  await first.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Rosa Musterfrau' })).toBeVisible()
  expect(countBookings(portal.ctx())).toMatchObject({ confirmed: 1 })
})

test('a time that a colleague has just taken is refused at its field', async ({ page, portal }) => {
  const form = await openFormOnTuesday(page)
  await fillFormForRosa(form)
  const nine = form.getByRole('radio', { name: /^Dienstag.*, 09:00$/ })
  await nine.check()
  await expect(form.getByLabel('Uhrzeit')).toHaveValue('09:00')
  addBooking(portal, TUESDAY, '09:00', { name: 'Max Schneller', minutes: 45 })
  await submitButton(form).click()
  await expect(form).toContainText(
    'Dieser Termin ist leider nicht mehr frei. Bitte wählen Sie einen anderen.',
  )
  await expect(form.getByLabel('Uhrzeit')).toBeFocused()
  await expect(nine).toHaveCount(0)
})

test('an appointment whose answer is lost is entered only once, even with a second press', async ({
  page,
  portal,
}) => {
  const form = await openFormOnTuesday(page)
  await fillFormForRosa(form)
  await form.getByRole('radio', { name: /^Dienstag.*, 09:00$/ }).check()
  const loseAnswer = async (route: Route) => {
    await fetchServerAnswer(route)
    await route.abort('connectionreset')
  }
  await page.route('**/api/admin/bookings', loseAnswer, { times: 1 })
  await submitButton(form).click()
  await expect(form.getByRole('alert')).toContainText('Keine Verbindung.')
  await submitButton(form).click()
  await expect(page.getByRole('dialog', { name: 'Rosa Musterfrau' })).toBeVisible()
  expect(countBookings(portal.ctx())).toMatchObject({ confirmed: 1 })
})

test('a time outside the working hours is entered, and the day shows it with the facts for a call', async ({
  page,
}) => {
  const form = await openFormOnTuesday(page)
  await fillFormForRosa(form)
  await test.step('the form warns of the time, and refuses a wrong address', async () => {
    await form.getByLabel('E-Mail').fill('rosa@')
    await form.getByLabel('Uhrzeit').fill('19.10')
    await form.getByLabel('E-Mail').focus()
    await expect(form.getByText('Sie können den Termin trotzdem eintragen.')).toBeVisible()
    await submitButton(form).click()
    await expect(form).toContainText('Die E-Mail hat kein gültiges Format.')
  })

  await test.step('the appointment is entered', async () => {
    await form.getByLabel('E-Mail').fill('rosa@musterfrau.example')
    await submitButton(form).click()
    const details = page.getByRole('dialog', { name: 'Rosa Musterfrau' })
    await expect(details).toContainText('Bestätigt')
    // The form asks for none of these, so the appointment does not show them as empty.
    for (const label of ['SVNR', 'Geboren', 'Adresse']) await expect(details.getByText(label)).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('the day shows time, service, status and number', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'Musterfrau Rosa' })
    await expect(row).toContainText('19:10–19:50')
    await expect(row).toContainText('Akupunktur, zum ersten Mal')
    await expect(row).toContainText('Bestätigt')
    await expect(row.getByRole('link', { name: '+43 664 1234567' })).toHaveAttribute(
      'href',
      'tel:+436641234567',
    )
  })
})

test('the practice blocks free time of a day', async ({ page, portal }) => {
  addBooking(portal, TUESDAY, '09:00', { name: 'Max Schneller', minutes: 45 })
  await openCalendar(page, 'day', TUESDAY)
  await expect(page.getByText('frei 08:00–09:00')).toBeVisible()
  await page.getByRole('button', { name: '08:00–09:00 sperren' }).click()
  const block = page.getByRole('dialog', { name: 'Zeit sperren' })
  await expect(block.getByLabel('Tag')).toHaveValue(dayShown(TUESDAY))
  await block.getByRole('button', { name: 'Zeit sperren' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '08:00–09:00' })).toContainText('Gesperrt')
})

test('an appointment is cancelled from the list of its day', async ({ page, portal }) => {
  addBooking(portal, TUESDAY, '09:00')
  await openCalendar(page, 'day', TUESDAY)
  const row = page.getByRole('listitem').filter({ hasText: 'Musterfrau Rosa' })
  const details = page.getByRole('dialog', { name: 'Rosa Musterfrau' })
  await row.getByRole('button', { name: 'Termin von Rosa Musterfrau: Absagen' }).click()
  await details.getByRole('button', { name: /absagen/i }).click()
  await expect(details).toContainText('Storniert')
  await page.keyboard.press('Escape')
  await expect(row).toHaveCount(0)
})

/** Presses a time of Tuesday in the calendar of the week. Returns the form that opens. */
async function pressTimeOfTuesday(page: Page, time: string): Promise<Locator> {
  await openCalendar(page, 'week', MONDAY)
  await page
    .getByRole('region', { name: /^Dienstag/ })
    .locator(`[data-time="${time}"]`)
    .click()
  return page.getByRole('dialog', { name: 'Termin eintragen' })
}

test('a press on a free time opens the form for that time', async ({ page }) => {
  const form = await pressTimeOfTuesday(page, '10:30')
  await expect(form.getByLabel('Datum', { exact: true })).toHaveValue(dayShown(TUESDAY))
  await expect(form.getByLabel('Uhrzeit')).toHaveValue('10:30')
})

test('the form asks before it discards what was typed', async ({ page }) => {
  const form = await pressTimeOfTuesday(page, '10:30')
  await form.getByLabel('Nachname').fill('Musterfrau')
  const questions = answerDialogs(page, 'dismiss')
  await page.keyboard.press('Escape')
  await expect(form.getByLabel('Nachname')).toHaveValue('Musterfrau')
  expect(questions).toHaveLength(1)
})

test('the form for an appointment leads to the one that only blocks the time', async ({ page }) => {
  const form = await pressTimeOfTuesday(page, '10:30')
  await form.getByRole('button', { name: 'nur die Zeit sperren' }).click()
  const block = page.getByRole('dialog', { name: 'Zeit sperren' })
  await expect(block.getByLabel('Tag')).toHaveValue(dayShown(TUESDAY))
  await expect(block.getByLabel('Von')).toHaveValue('10:30')
  await expect(block.getByLabel('Bis')).toHaveValue('11:00')
})

/** Adds Rosa's appointment on Tuesday from 09:00 to 09:30, with ten minutes of padding after it. */
function addPaddedAppointment(portal: Portal): void {
  const id = addBooking(portal, TUESDAY, '09:00')
  portal.change('update occupations set ends_at = ends_at + ? where booking_id = ?', 10 * MINUTE, id)
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
