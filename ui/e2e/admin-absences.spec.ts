import { deleteAbsence } from '../../src/schedule/absences.ts'
import { listHolidays, setHolidayOpen } from '../../src/schedule/holidays.ts'
import { addDays } from '../../src/shared/day.ts'
import { expect, test } from './fixtures/admin.ts'
import { addBooking, closePractice } from './fixtures/bookings.ts'
import { MONDAY, TUESDAY } from './fixtures/calendar.ts'
import { answerDialogs } from './fixtures/controls.ts'

test('the form of a closure asks before its typed title is lost', async ({ page }) => {
  await page.goto('/admin/absences')
  await page.getByRole('button', { name: 'Ordination schließen' }).click()
  const form = page.getByRole('dialog', { name: 'Ordination schließen' })
  await form.getByLabel('Titel').fill('Urlaub')
  const questions = answerDialogs(page, 'dismiss')
  await form.getByRole('button', { name: 'Abbrechen' }).click()
  expect(questions).toEqual(['Ihre Änderungen sind noch nicht gespeichert. Trotzdem schließen?'])
  await expect(form.getByLabel('Titel')).toHaveValue('Urlaub')
})

test('the sheet of appointments in a closed time asks before its typed message is lost', async ({
  page,
  portal,
}) => {
  addBooking(portal, TUESDAY, '09:00')
  closePractice(portal, 'Urlaub', TUESDAY)
  await page.goto('/admin/absences')
  await page.getByRole('button', { name: 'Verschieben oder absagen' }).click()
  const sheet = page.getByRole('dialog', { name: 'Termine in geschlossener Zeit' })
  const message = sheet.getByLabel('Nachricht an alle')
  await message.fill('Die Ärztin ist krank.')
  const questions = answerDialogs(page, 'dismiss')
  await page.keyboard.press('Escape')
  expect(questions).toEqual(['Ihre Änderungen sind noch nicht gespeichert. Trotzdem schließen?'])
  await expect(message).toHaveValue('Die Ärztin ist krank.')
})

test('the practice opens on a public holiday', async ({ page, portal }) => {
  const nextYear = String(new Date().getFullYear() + 1)
  const immaculateConception = `${nextYear}-12-08`
  // The portal of the tests is open on every holiday.
  setHolidayOpen(portal.ctx(), immaculateConception, false)
  const holiday = page.getByRole('checkbox', { name: /geöffnet.*Mariä Empfängnis/ })
  await page.goto('/admin/absences')
  await page.getByLabel('Jahr', { exact: true }).selectOption(nextYear)
  await holiday.check()
  // A reload would cancel a call that has not arrived yet.
  const isOpen = () =>
    listHolidays(portal.ctx(), Number(nextYear)).some(
      ({ date, open }) => date === immaculateConception && open,
    )
  await expect.poll(isOpen).toBe(true)
  await page.reload()
  await page.getByLabel('Jahr', { exact: true }).selectOption(nextYear)
  await expect(holiday).toBeChecked()
})

test('an absence is deleted, and the page says when a colleague has deleted it already', async ({
  page,
  portal,
}) => {
  closePractice(portal, 'Urlaub', MONDAY)
  const training = closePractice(portal, 'Fortbildung', addDays(MONDAY, 14))
  await page.goto('/admin/absences')
  await page.getByRole('button', { name: /„Urlaub“.*löschen/ }).click()
  await page.getByRole('button', { name: '„Urlaub“ löschen', exact: true }).click()
  await expect(page.getByText('Für Patienten: Urlaub')).toHaveCount(0)
  await page.getByRole('button', { name: /„Fortbildung“.*löschen/ }).click()
  deleteAbsence(portal.ctx(), training.id)
  await page.getByRole('button', { name: '„Fortbildung“ löschen', exact: true }).click()
  await expect(page.getByText('Diese Abwesenheit gibt es nicht mehr.')).toBeVisible()
})
