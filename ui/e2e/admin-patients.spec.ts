import type { Locator, Page } from 'playwright/test'
import { addDays } from '../../src/shared/day.ts'
import { expect, openAdminPage, test } from './fixtures/admin.ts'
import { addBooking, dayFromToday, mondayAfterNext } from './fixtures/bookings.ts'
import { submitButton } from './fixtures/entry-form.ts'
import { delayAnswers, refuseCalls } from './fixtures/intercepted-calls.ts'
import { look } from './fixtures/look.ts'

/** All bookings of Rosa Musterfrau have this e-mail address and service here. */
const BOOKING_OF_ROSA = { email: 'rosa@musterfrau.example', service: 'Folgebehandlung' }

/** The beginnings of last and first name by which Rosa Musterfrau is found. */
const PARTS_OF_ROSA = 'mu ro'

/** Opens the form for an appointment by the key N. Its first field has the focus then. */
async function openForm(page: Page): Promise<Locator> {
  await openAdminPage(page, '/admin/audit', 'Protokoll')
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Termin eintragen' })
  await expect(form.getByRole('combobox', { name: 'Patient/in' })).toBeFocused()
  return form
}

test('a known patient is found by half a name, with contact and usual service', async ({ page, portal }) => {
  addBooking(portal, dayFromToday(-30), '09:00', { ...BOOKING_OF_ROSA, attendance: 'no_show' })
  addBooking(portal, dayFromToday(-60), '09:00', BOOKING_OF_ROSA)
  addBooking(portal, mondayAfterNext(), '10:00', { name: 'Otto Beispielmann' })
  const form = await openForm(page)
  const patient = form.getByRole('combobox', { name: 'Patient/in' })
  const options = form.getByRole('listbox').getByRole('option')
  await page.keyboard.type(PARTS_OF_ROSA)
  // The list offers the known patient, who has been here once, and a new person with that name.
  await expect(options).toHaveCount(2)
  await expect(options.first()).toContainText('1-mal hier, 1-mal nicht erschienen')
  await expect(form.getByRole('listbox')).toMatchAriaSnapshot(`
    - listbox "Gefundene Personen":
      - option /Rosa Musterfrau/ [selected]
      - 'option "Neu: mu ro"'
  `)
  await expect(form.getByRole('status').filter({ hasText: /^1 gefunden$/ })).toHaveCount(1)
  await test.step('arrow keys cycle through the list', async () => {
    await page.keyboard.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(patient).toHaveAttribute('aria-expanded', 'true')
    const last = await options.last().getAttribute('id')
    await expect(patient).toHaveAttribute('aria-activedescendant', last ?? '')
    await look(page, 'admin-people-found')
  })

  await test.step('Escape closes the list only', async () => {
    await page.keyboard.press('Escape')
    await expect(options).toHaveCount(0)
    await expect(patient).toHaveAttribute('aria-expanded', 'false')
    await expect(form).toBeVisible()
  })

  await test.step('Enter fills the form in', async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(form.getByText('Zuletzt')).toBeVisible()
    // The number of all bookings that tests insert.
    await expect(form.getByLabel('Telefon')).toHaveValue('0664 1234567')
    await expect(form.getByLabel('E-Mail')).toHaveValue(BOOKING_OF_ROSA.email)
    await expect(form.getByLabel('Leistung')).toBeFocused()
    await expect(form.getByLabel('Leistung')).toHaveValue('folgebehandlung')
  })
})

test('a patient who cannot be loaded is chosen again, and a service that is chosen meanwhile stays', async ({
  page,
  portal,
}) => {
  addBooking(portal, dayFromToday(-30), '09:00', BOOKING_OF_ROSA)
  const patientCalls = '**/api/admin/patients/*'
  const form = await openForm(page)
  await page.keyboard.type(PARTS_OF_ROSA)
  await expect(form.getByRole('listbox').getByRole('option')).toHaveCount(2)
  await refuseCalls(page, patientCalls)
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert')).toHaveText('Bitte versuchen Sie es später.')
  await page.unroute(patientCalls)

  const letAnswersArrive = await delayAnswers(page, patientCalls)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert')).toHaveCount(0)
  await form.getByLabel('Leistung').selectOption('facial')
  await letAnswersArrive()
  await expect(form.getByLabel('E-Mail')).toHaveValue(BOOKING_OF_ROSA.email)
  await expect(form.getByLabel('Leistung')).toHaveValue('facial')
})

test('a known patient gets two appointments, of which one is undone', async ({ page, portal }) => {
  addBooking(portal, addDays(mondayAfterNext(), 1), '09:00', BOOKING_OF_ROSA)
  const form = await openForm(page)
  await page.keyboard.type(PARTS_OF_ROSA)
  await expect(form.getByRole('listbox').getByRole('option')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Leistung')).toHaveValue('folgebehandlung')
  await form.getByRole('button', { name: 'nachmittags' }).click()
  await expect(form.getByRole('radio', { name: /, 0\d:/ })).toHaveCount(0)
  await form.getByRole('radio').first().check()
  await form.getByRole('button', { name: 'Noch einen' }).click()
  await expect(form.getByText('Jetzt der nächste.')).toBeVisible()
  await form.getByRole('button', { name: 'weitere' }).click()
  await form.getByRole('radio').first().check()
  await look(page, 'admin-people-another')
  await submitButton(form).click()
  const details = page.getByRole('dialog', { name: 'Rosa Musterfrau' })
  await expect(details.getByText('Eingetragen, noch nicht mitgeteilt.')).toBeVisible()
  await details.getByRole('button', { name: /^Rückgängig/ }).click()
  // The appointment from before stays, and so does one of the two new ones.
  const comingOfRosa = 'select id from bookings where starts_at > ? and email = ?'
  await expect.poll(() => portal.rows(comingOfRosa, Date.now(), BOOKING_OF_ROSA.email)).toHaveLength(2)
})

test('a mother books for her child, whose page has all appointments and leads to the next one', async ({
  page,
  portal,
}) => {
  addBooking(portal, dayFromToday(-30), '09:00', BOOKING_OF_ROSA)
  const form = await openForm(page)
  await page.keyboard.type('musterfr')
  // Enter before the answer arrives chooses the first person in the answer.
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Für das eigene Kind' }).click()
  await expect(form.getByLabel('Vorname').first()).toBeFocused()
  await page.keyboard.type('Lena')
  await expect(form.getByLabel('Nachname').first()).toHaveValue('Musterfrau')
  await form.getByRole('radio').first().check()
  await submitButton(form).click()
  const details = page.getByRole('dialog', { name: 'Lena Musterfrau' })
  await expect(details.getByText('Rosa Musterfrau, für das eigene Kind')).toBeVisible()
  await details.getByRole('link', { name: 'zum ersten Mal' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lena Musterfrau' })).toBeVisible()
  await expect(page.getByText('Folgebehandlung').first()).toBeVisible()
  await look(page, 'admin-patient')
  await page.getByRole('main').getByRole('button', { name: 'Termin eintragen' }).click()
  await expect(form.getByText('Lena Musterfrau')).toBeVisible()
  await expect(form.getByLabel('Leistung')).toHaveValue('folgebehandlung')
})

test('a name that nobody has fills in the form for a new patient', async ({ page }) => {
  const form = await openForm(page)
  await page.keyboard.type('Vera Niedagewesen')
  await expect(form.getByRole('listbox').getByRole('option')).toHaveText(['Neu: Vera Niedagewesen'])
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Telefon')).toBeFocused()
  await expect(form.getByLabel('Vorname')).toHaveValue('Vera')
  await expect(form.getByLabel('Nachname')).toHaveValue('Niedagewesen')
})
