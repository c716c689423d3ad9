import type { Page } from 'playwright/test'
import { moveByPatient } from '../../src/booking/patient-moves.ts'
import { addDays, type Day } from '../../src/shared/day.ts'
import { openAdminPage, test } from './fixtures/admin.ts'
import { addBooking, expectStart, instantAt, mondayAfterNext } from './fixtures/bookings.ts'
import { expect } from './fixtures/portal.ts'

/** Opens week, day and prints in turn, and expects both times of a move from this Monday to Tuesday. */
async function expectBothTimes(page: Page, monday: Day): Promise<void> {
  await openAdminPage(page, `/admin/bookings?date=${monday}`, 'Termine')
  const requestedTime = page.getByRole('button', { name: /Musterfrau R.*Verschiebung angefragt, bisher/ })
  await expect(requestedTime).toBeVisible()
  await requestedTime.click()
  await page.getByRole('button', { name: 'Alles ansehen' }).click()
  await expect(page.getByText('Am Montag arbeite ich.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`/admin/bookings?view=day&date=${addDays(monday, 1)}`)
  await expect(page.getByText(/bisher Mo/)).toBeVisible()
  for (const { day, text } of [
    { day: monday, text: /^Verschiebung angefragt → Di.*09:30$/ },
    { day: addDays(monday, 1), text: /^Verschiebung angefragt, bisher Mo.*08:00$/ },
  ]) {
    await page.goto(`/admin/bookings/print?date=${day}`)
    await expect(page.getByRole('row', { name: /Rosa Musterfrau/ }).getByText(text)).toBeVisible()
  }
}

test('a move that the patient asks for is shown with both times, and decided with one press', async ({
  page,
  portal,
}) => {
  const monday = mondayAfterNext()
  const idOfRosa = addBooking(portal, monday, '08:00', { service: 'Folgebehandlung' })
  addBooking(portal, monday, '09:00', { name: 'Emil Mustermann', service: 'Folgebehandlung' })
  const requestedStart = instantAt(addDays(monday, 1), '09:30')
  moveByPatient(portal.ctx(), idOfRosa, { start: requestedStart, message: 'Am Montag arbeite ich.' })

  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: '1 Anfrage wartet' })).toBeVisible()
  await test.step('the move is confirmed from the start page, and undone', async () => {
    await page.getByRole('button', { name: 'Verschiebung von Rosa Musterfrau bestätigen' }).click()
    await expect(page.getByText('Verschoben: Rosa Musterfrau')).toBeVisible()
    await expectStart(portal, idOfRosa, requestedStart)
    await page.getByRole('button', { name: 'Rückgängig: Rosa Musterfrau' }).click()
    await expect(
      page.getByRole('button', { name: 'Verschiebung von Rosa Musterfrau bestätigen' }),
    ).toBeVisible()
    await expectStart(portal, idOfRosa, instantAt(monday, '08:00'))
  })

  await expectBothTimes(page, monday)

  await test.step('the move is rejected', async () => {
    // Two pages back, before the two prints, is the list of Tuesday.
    await page.goBack()
    await page.goBack()
    await page.getByRole('button', { name: 'Verschiebung von Rosa Musterfrau: Ablehnen' }).click()
    await page.getByRole('button', { name: 'Verschiebung ablehnen: Rosa Musterfrau' }).click()
    await expect(page.getByText(/^Verschiebung wurde abgelehnt und der Patient informiert\./)).toBeVisible()
    await expectStart(portal, idOfRosa, instantAt(monday, '08:00'))
  })
})

test('the practice moves an appointment by keyboard, also outside the hours, and undoes a move', async ({
  page,
  portal,
}) => {
  const monday = mondayAfterNext()
  const weekLater = addDays(monday, 7)
  const id = addBooking(portal, monday, '08:00', { service: 'Folgebehandlung' })
  addBooking(portal, weekLater, '08:00', { name: 'Emil Mustermann', service: 'Folgebehandlung' })

  await page.goto(`/admin/bookings?booking=${id}`)
  await page.getByRole('button', { name: 'Verschieben' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Rosa Musterfrau: verschieben' })
  await test.step('a week later the time is taken', async () => {
    await expect(sheet.getByRole('button', { name: 'Eine Woche später' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(sheet.getByLabel('Uhrzeit')).toHaveValue('08:00')
    await expect(
      sheet.getByText(
        'Diese Zeit ist nach dem Plan nicht frei. 08:00 bis 08:30: Emil Mustermann, Folgebehandlung.',
      ),
    ).toBeVisible()
    await sheet.getByLabel('Uhrzeit').press('Enter')
    await expect(sheet.getByText('Diese Zeit ist schon belegt. Der Termin bleibt, wo er ist.')).toBeVisible()
    await sheet
      .getByRole('radio', { name: /, 09:00$/ })
      .first()
      .press('Space')
    await expect(sheet.getByText('Diese Zeit ist nach dem Plan nicht frei.')).toBeHidden()
  })

  await test.step('a suggested time is chosen, and the move undone', async () => {
    await sheet.getByRole('textbox', { name: 'Nachricht' }).fill('Wie am Telefon besprochen.')
    await sheet.getByRole('button', { name: 'Termin verschieben' }).press('Enter')
    await expect(page.getByText('Verschoben, noch nicht mitgeteilt.')).toBeVisible()
    await expectStart(portal, id, instantAt(weekLater, '09:00'))
    await page.getByRole('button', { name: 'Rückgängig: Rosa Musterfrau' }).press('Enter')
    await expect(page.getByRole('dialog').getByText('08:00 Uhr', { exact: true })).toBeVisible()
    await expectStart(portal, id, instantAt(monday, '08:00'))
  })

  await test.step('a time outside the hours is kept, without a message', async () => {
    await page.getByRole('button', { name: 'Verschieben' }).press('Enter')
    await sheet.getByLabel('Uhrzeit').fill('20:15')
    await sheet.getByLabel('Patientin oder Patienten benachrichtigen').press('Space')
    await expect(sheet.getByText(/Außerhalb der Arbeitszeit, .* trotzdem hierher verschieben/)).toBeVisible()
    await expect(sheet.getByRole('textbox', { name: 'Nachricht' })).toBeHidden()
    await sheet.getByRole('button', { name: 'Termin verschieben' }).press('Enter')
    await expect(page.getByText('Der Patient bekommt wie gewünscht keine Nachricht.')).toBeVisible()
    await expectStart(portal, id, instantAt(monday, '20:15'))
    expect(portal.rows('select kind from messages')).toEqual([])
  })
})
