import type { Locator } from 'playwright/test'
import { countBookings } from '../../src/booking/bookings.ts'
import { expect, test } from './fixtures/admin.ts'
import { addBooking, dayShown } from './fixtures/bookings.ts'
import { TUESDAY } from './fixtures/calendar.ts'
import { answerDialogs } from './fixtures/controls.ts'
import { openFormOnTuesday, pressTimeOfTuesday, submitButton } from './fixtures/entry-form.ts'
import { loseAnswerOfChange } from './fixtures/intercepted-calls.ts'

/** Fills in the service of 40 minutes, and Rosa's name and number. */
async function fillFormForRosa(form: Locator): Promise<void> {
  await form.getByLabel('Leistung').selectOption({ label: 'Akupunktur, 40 Min' })
  await form.getByLabel('Vorname').fill('Rosa')
  await form.getByLabel('Nachname').fill('Musterfrau')
  await form.getByLabel('Telefon').fill('0664 1234567')
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
  const firstTime = form.getByRole('radio', { name: /^Dienstag/ }).first()
  await firstTime.press('Enter')
  await expect(firstTime).toBeChecked()
  await expect(firstTime).toBeFocused()
  await expect(form.getByLabel('Uhrzeit')).not.toHaveValue('')
  await firstTime.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Rosa Musterfrau' })).toBeVisible()
  expect(countBookings(portal.ctx())).toMatchObject({ confirmed: 1 })
})

test('the Back button asks before a typed appointment is lost', async ({ page }) => {
  const form = await openFormOnTuesday(page)
  await fillFormForRosa(form)
  const questions = answerDialogs(page, 'dismiss')
  await page.evaluate(() => history.back())
  await expect.poll(() => questions).toEqual(['Der Termin ist noch nicht eingetragen. Angaben verwerfen?'])
  await expect(form.getByLabel('Vorname')).toHaveValue('Rosa')
  answerDialogs(page, 'accept')
  await page.evaluate(() => history.back())
  await expect(form).toHaveCount(0)
})

test('free times that could not be loaded are loaded again on request', async ({ page }) => {
  const form = await openFormOnTuesday(page)
  await page.route('**/api/admin/slots/next?*', (route) => route.abort())
  await form.getByLabel('Leistung').selectOption({ label: 'Akupunktur, 40 Min' })
  await expect(form).toContainText('Die freien Zeiten konnten nicht geladen werden.')
  await page.unroute('**/api/admin/slots/next?*')
  await form.getByRole('button', { name: 'Neu laden' }).click()
  await expect(form.getByRole('radio', { name: /^Dienstag/ }).first()).toBeVisible()
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
  await loseAnswerOfChange(page, '**/api/admin/bookings')
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
