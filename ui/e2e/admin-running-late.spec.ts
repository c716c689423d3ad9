import { getBooking } from '../../src/booking/bookings.ts'
import { findLastEvent } from '../../src/booking/events.ts'
import { expect, openAdminPage } from './fixtures/admin.ts'
import { addBooking } from './fixtures/bookings.ts'
import { look } from './fixtures/look.ts'
import { test } from './fixtures/morning.ts'

test('today’s patients are told that the practice is running late', async ({ page, portal, today }) => {
  const idOfOtto = addBooking(portal, today, '23:58', { name: 'Otto Beispielmann' })
  // This patient has no e-mail address and must be called.
  addBooking(portal, today, '23:20', { name: 'Berta Rufan', email: '', minutes: 20 })
  await openAdminPage(page, `/admin/bookings?view=day&date=${today}`, 'Termine')
  await page.getByRole('button', { name: 'Verspätung ansagen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verspätung ansagen' })
  await dialog.getByRole('button', { name: '30', exact: true }).click()
  await look(page, 'admin-late')
  await test.step('nothing is sent while it is unclear up to which time', async () => {
    await dialog.getByLabel('Termine bis').fill('halb zwölf')
    await page.keyboard.press('Tab')
    await expect(dialog.getByText('Bitte eine Uhrzeit wie 14:30 angeben.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: '1 E-Mail senden' })).toBeDisabled()
    await dialog.getByLabel('Termine bis').fill('')
    await page.keyboard.press('Tab')
  })
  await dialog.getByRole('button', { name: '1 E-Mail senden' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: /^1 E-Mail gesendet/ })).toBeFocused()
  // From now on no message reaches Otto, but the one that was sent did.
  portal.changeRows(`update bookings set email = '' where id = ?`, idOfOtto)
  await dialog.getByRole('checkbox', { name: /Berta Rufan/ }).click()
  await expect(dialog.getByText(/angerufen/)).toBeVisible()
  await expect(dialog.getByText('E-Mail an otto.beispielmann@patient.example')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: /Otto Beispielmann/ })).toHaveCount(0)
  expect(findLastEvent(portal.ctx(), idOfOtto)).toMatchObject({ kind: 'late-told', message: '30 Minuten' })
})

test('calling off the rest of today cancels all appointments except the running one', async ({
  page,
  portal,
  today,
}) => {
  const idOfRunning = addBooking(portal, today, '08:50', { name: 'Lena Hier' })
  const idOfNext = addBooking(portal, today, '23:50', {
    name: 'Berta Rufan',
    email: '',
    minutes: 10,
  })
  await openAdminPage(page, `/admin/bookings?view=day&date=${today}`, 'Termine')
  // The page knows the portal's time only from its first answer.
  await expect(page.getByRole('button', { name: 'Hier Lena' })).toBeVisible()
  await page.getByRole('button', { name: 'Heute absagen' }).click()
  await page.getByRole('button', { name: 'Rest des Tages sperren' }).click()
  const dialog = page.getByRole('dialog', { name: 'Heute absagen' })
  await expect(dialog.getByRole('checkbox', { name: 'Lena Hier' })).not.toBeChecked()
  await look(page, 'admin-off-today')
  await dialog.getByRole('button', { name: '1 Termin absagen' }).click()
  await dialog.getByRole('checkbox', { name: 'Angerufen' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Angerufen' })).toBeChecked()
  expect(getBooking(portal.ctx(), idOfRunning).status).toBe('confirmed')
  expect(getBooking(portal.ctx(), idOfNext).status).toBe('cancelled')
  expect(findLastEvent(portal.ctx(), idOfNext)?.kind).toBe('called')
})
