import type { Page } from 'playwright/test'
import { suggestForMoves } from '../../src/booking/bulk-move-suggestions.ts'
import { moveByPatient } from '../../src/booking/patient-moves.ts'
import { deleteAbsence } from '../../src/schedule/absences.ts'
import { listHolidays, setHolidayOpen } from '../../src/schedule/holidays.ts'
import { addDays, type Instant, wallTime } from '../../src/shared/day.ts'
import { Problem } from '../../src/shared/problems.ts'
import { dayAt, minuteOfDay } from '../../src/time/vienna.ts'
import { expect, test } from './fixtures/admin.ts'
import { addBooking, closePractice, instantAt } from './fixtures/bookings.ts'
import { MONDAY, TUESDAY } from './fixtures/calendar.ts'
import { answerDialogs } from './fixtures/controls.ts'
import { look } from './fixtures/look.ts'
import type { Portal } from './fixtures/portal.ts'

/** Returns the times that are suggested for the first of these bookings, when all of them are to be moved. */
function suggestionsForFirst(portal: Portal, bookings: readonly string[]): readonly Instant[] {
  const [suggestion] = suggestForMoves(portal.ctx(), bookings)
  const outcome = suggestion?.outcome
  if (outcome === undefined || outcome instanceof Problem) throw new Error('no time is suggested')
  return outcome.starts
}

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

/** Closes the practice from MONDAY to Friday. Its form refuses wrong days, and names the appointments. */
async function closeWeek(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ordination schließen' }).click()
  const closure = page.getByRole('dialog', { name: 'Ordination schließen' })
  const submitButton = closure.getByRole('button', { name: 'Ordination schließen' })
  await closure.getByLabel('Titel').fill('Urlaub')
  await closure.getByLabel('Grund').fill('Betriebsurlaub')
  await closure.getByLabel('Letzter Tag').fill(addDays(MONDAY, 4))
  await closure.getByLabel('Erster Tag').fill(addDays(MONDAY, 5))
  await submitButton.click()
  await expect(closure).toContainText('Der letzte Tag darf nicht vor dem ersten liegen.')
  await closure.getByLabel('Erster Tag').fill(MONDAY)
  await submitButton.click()
  await expect(closure).toContainText('In dieser Zeit stehen schon 2 Termine.')
  await expect(closure).toContainText('Eine angefragte Verschiebung in diese Zeit wird abgelehnt.')
  await expect(closure.getByRole('link', { name: 'Rosa Musterfrau' })).toHaveAttribute('href', /booking=/)
  await closure.getByRole('button', { name: 'Trotzdem schließen' }).click()
}

test('appointments on newly closed days are moved or cancelled', async ({ page, portal }) => {
  const idOfRosa = addBooking(portal, TUESDAY, '09:00')
  const idOfMax = addBooking(portal, addDays(MONDAY, 2), '10:00', {
    name: 'Max Mustermann',
    status: 'requested',
  })
  const idOnSaturday = addBooking(portal, addDays(MONDAY, 5), '09:00', { service: 'Folgebehandlung' })
  moveByPatient(portal.ctx(), idOnSaturday, { start: instantAt(TUESDAY, '10:00'), message: '' })
  await page.goto('/admin/absences')
  const sheet = page.getByRole('dialog', { name: 'Die Ordination ist geschlossen.' })
  const newTimes = sheet.getByRole('group', { name: /^Neue Zeit/ }).getByRole('radio')
  await closeWeek(page)
  // Three times are suggested for each of the two.
  await expect(newTimes).toHaveCount(6)
  await look(page, 'closure-conflicts')

  await test.step('one of the appointments is moved, although somebody else has taken the chosen time', async () => {
    await sheet.getByRole('checkbox', { name: 'Max Mustermann' }).uncheck()
    await expect(newTimes).toHaveCount(3)
    const secondTime = newTimes.nth(1)
    await secondTime.check({ force: true })
    await sheet.getByLabel('Nachricht an alle').fill('Wir sind auf Urlaub.')
    const [, chosen] = suggestionsForFirst(portal, [idOfRosa, idOfMax])
    if (chosen === undefined) throw new Error('no second time is suggested')
    addBooking(portal, dayAt(chosen), wallTime(minuteOfDay(chosen)), { name: 'Otto Schneller' })
    await sheet.getByRole('button', { name: '1 Termin verschieben' }).click()
    await expect(sheet.getByRole('alert')).toHaveText(/gerade vergeben worden/)
    await sheet.getByRole('button', { name: '1 Termin verschieben' }).click()
    const moved = sheet.getByRole('listitem').filter({ hasText: 'Rosa Musterfrau' })
    await expect(moved).toContainText(/Neue Zeit: .* Termin wurde verschoben und der Patient informiert/)
    await sheet.getByRole('button', { name: 'Später' }).click()
    const mails = portal.rows<{ text: string }>(
      `select text from messages where kind = 'moved' and channel = 'email'`,
    )
    expect(mails).toEqual([{ text: expect.stringContaining('Wir sind auf Urlaub.') }])
  })

  await test.step('the other appointment is cancelled later, from the start page', async () => {
    await page.goto('/admin')
    await page.getByRole('link', { name: 'Termine in geschlossener Zeit' }).click()
    await page.getByRole('button', { name: 'Verschieben oder absagen' }).click()
    const otherSheet = page.getByRole('dialog', { name: 'Termine in geschlossener Zeit' })
    await otherSheet.getByRole('button', { name: 'Absagen', exact: true }).click()
    await otherSheet.getByLabel('Patientinnen und Patienten benachrichtigen').uncheck()
    await expect(otherSheet.getByLabel('Nachricht an alle')).toBeHidden()
    await otherSheet.getByRole('button', { name: '1 Termin absagen' }).click()
    await expect(otherSheet).toContainText('Der Patient bekommt wie gewünscht keine Nachricht.')
    await otherSheet.getByRole('button', { name: 'Fertig' }).click()
    await expect(page.getByRole('heading', { name: 'Termine in geschlossener Zeit' })).toHaveCount(0)
    await expect(page.getByText('Für Patienten: Betriebsurlaub')).toBeVisible()
  })
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
