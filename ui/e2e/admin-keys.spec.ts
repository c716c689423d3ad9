import { expect, openAdminPage, test } from './fixtures/admin.ts'
import { addBooking, closePractice, dayFromToday, dayShown } from './fixtures/bookings.ts'
import { answerDialogs } from './fixtures/controls.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { look } from './fixtures/look.ts'

test('keys do what the visible controls do, unless somebody types or has switched them off', async ({
  page,
  portal,
}) => {
  // No time of today is free, so the first free time that is offered gives the form another day.
  closePractice(portal, 'Fortbildung', dayFromToday(0))
  await openAdminPage(page, '/admin/audit', 'Protokoll')
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Termin eintragen' })
  await test.step('letters typed in a form are not shortcuts', async () => {
    await form.getByLabel('Vorname').fill('')
    await page.keyboard.type('nt/?')
    await expect(form.getByLabel('Vorname')).toHaveValue('nt/?')
    await form.getByLabel('Leistung').selectOption({ label: 'Akupunktur, 40 Min' })
    await form.getByRole('radio').first().press('Space')
    await expect(form.getByLabel('Datum', { exact: true })).not.toHaveValue(dayShown(dayFromToday(0)))
    answerDialogs(page, 'accept')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(page).toHaveURL(/audit/)
  })

  const week = page.getByText(/^Kalenderwoche/)
  await test.step('arrow keys turn the calendar', async () => {
    await page.keyboard.press('t')
    await expect(page.getByRole('button', { name: 'Nächster Tag' })).toBeVisible()
    await page.getByRole('button', { name: 'Woche' }).click()
    await expect(week).toHaveText(/Termin/)
    const weekAtFirst = (await week.textContent()) ?? ''
    await page.keyboard.press('ArrowRight')
    await expect(week).not.toHaveText(weekAtFirst)
    await page.keyboard.press('ArrowLeft')
    await expect(week).toHaveText(weekAtFirst)
  })

  await test.step('keys that are switched off do nothing, also after a reload', async () => {
    await page.keyboard.press('?')
    await page.getByLabel('Tastenkürzel verwenden').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await page.reload()
    await expect(week).toBeVisible()
    await page.keyboard.press('n')
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})

test('"Finden" leads to a patient, a page and a setting', async ({ page, portal }) => {
  addBooking(portal, dayFromToday(3), '09:00', { name: 'Zita Gesucht' })
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  const finder = page.getByRole('dialog', { name: 'Finden' })
  /** Opens the finder by its key, and types a text, for which it then lists so many options. */
  const search = async (query: Readonly<{ key: '/' | 'Control+k'; text: string; options: number }>) => {
    await page.keyboard.press(query.key)
    await expect(finder.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(query.text)
    await expect(finder.getByRole('option')).toHaveCount(query.options)
  }
  // The finder lists the patient and the appointment.
  await search({ key: '/', text: 'gesu', options: 2 })
  await look(page, 'admin-finder')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Zita Gesucht' })).toBeVisible()
  await search({ key: 'Control+k', text: 'protok', options: 1 })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/audit/)
  await search({ key: '/', text: 'plz', options: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'PLZ' })).toBeFocused()
})

test('"Finden" takes what is typed while its code is still loading', async ({ page }) => {
  const letCodeArrive = await delayAnswers(page, '**/finder-dialog-*.js')
  await openAdminPage(page, '/admin/audit', 'Protokoll')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('arbe')
  await letCodeArrive()
  const finder = page.getByRole('dialog', { name: 'Finden' })
  await expect(finder.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('itsz')
  await expect(finder.getByRole('combobox')).toHaveValue('arbeitsz')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Arbeitszeiten' })).toBeVisible()
})
