import { writeSettings } from '../../src/practice/settings.ts'
import { ADMIN, expect, test } from './fixtures/admin.ts'
import { addBooking, bookingIdOf, dayFromToday } from './fixtures/bookings.ts'
import { openWithFewRequests } from './fixtures/cold-page.ts'
import { answerDialogs } from './fixtures/controls.ts'
import { holdCalls } from './fixtures/intercepted-calls.ts'
import { look } from './fixtures/look.ts'
import { addEmails, addSms, bookingOfMessages } from './fixtures/messages.ts'
import { addFortnight } from './fixtures/sample-weeks.ts'

test('the messages of an appointment say whom to call, and where the practice’s own address is', async ({
  page,
  portal,
}) => {
  addEmails(portal)
  addSms(portal)
  writeSettings(portal.ctx(), 'urls', { ADMIN_EMAIL: 'termine@ordination.example' })
  // The mail to the practice itself has failed.
  portal.changeRows(
    `update messages set status = 'failed', error = 'Adresse prüfen.', wrong_recipient = 1 where kind = 'new-reservation'`,
  )
  await page.goto(`/admin/bookings?booking=${bookingOfMessages(portal)}`)
  const details = page.getByRole('dialog')
  await expect(details.getByRole('link', { name: /^Anrufen: \+43/ }).first()).toHaveAttribute(
    'href',
    /^tel:\+43\d+$/,
  )
  await details.getByRole('link', { name: 'Adresse der Ordination prüfen' }).click()
  await expect(page).toHaveURL(/\/admin\/settings\/urls$/)
})

test('closing the details asks before a typed note or message is lost', async ({ page, portal }) => {
  addFortnight(portal)
  await page.goto(`/admin/bookings?booking=${bookingIdOf(portal, 'Testfall')}`)
  const details = page.getByRole('dialog', { name: 'Emil Testfall' })
  await details.getByRole('button', { name: 'Notiz zum Termin schreiben' }).click()
  await details.getByLabel('Notiz zum Termin').fill('Kommt mit dem Rollstuhl.')
  const questions = answerDialogs(page, 'dismiss')
  await details.getByRole('button', { name: 'Schließen' }).click()
  expect(questions).toEqual(['Ihre Änderungen sind noch nicht gespeichert. Trotzdem schließen?'])
  await details.getByRole('button', { name: 'Notiz speichern' }).click()
  await expect(details.getByText('Kommt mit dem Rollstuhl.')).toBeVisible()
  await details.getByRole('button', { name: 'Nachricht schreiben' }).click()
  await details.getByLabel(/^Nachricht an/).fill('Bitte nüchtern kommen.')
  await page.keyboard.press('Escape')
  await expect.poll(() => questions.length, 'nothing is asked after saving').toBe(2)
  await expect(details.getByLabel(/^Nachricht an/)).toHaveValue('Bitte nüchtern kommen.')
  answerDialogs(page, 'accept')
  await details.getByRole('button', { name: 'Schließen' }).click()
  await expect(details).toHaveCount(0)
})

test('a cancellation is undone before the patient is notified', async ({ page, portal }) => {
  const id = addBooking(portal, dayFromToday(5), '14:00', { name: 'Emil Testfall' })
  await page.goto(`/admin/bookings?view=list&booking=${id}`)
  const details = page.getByRole('dialog', { name: 'Emil Testfall' })
  await details.getByRole('button', { name: 'Termin absagen' }).click()
  await page.getByRole('button', { name: 'Termin absagen: Emil Testfall' }).click()
  await expect(details.getByText('Abgesagt, noch nicht mitgeteilt.')).toBeVisible()
  await expect(details.getByText(`Storniert von: ${ADMIN.email}`)).toBeVisible()
  await details.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(details.getByText('Bestätigt', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(page).not.toHaveURL(/booking=/)
})

test('the form of a message takes the focus, and each form that is left gives it back to its button', async ({
  page,
  portal,
}) => {
  const id = addBooking(portal, dayFromToday(2), '09:00', { name: 'Emil Testfall' })
  await openWithFewRequests(page, `/admin/bookings?view=week&booking=${id}`, 'Termine')
  const details = page.getByRole('dialog', { name: 'Emil Testfall' })
  const button = (name: string) => details.getByRole('button', { name, exact: true })
  await button('Nachricht schreiben').press('Enter')
  // Here the message is not optional, unlike that of a cancellation.
  await expect(
    details.getByLabel('Nachricht an die Patientin oder den Patienten', { exact: true }),
  ).toBeFocused()
  await button('Abbrechen').press('Enter')
  await expect(button('Nachricht schreiben')).toBeFocused()
  await button('Notiz zum Termin schreiben').press('Enter')
  await expect(details.getByLabel('Notiz zum Termin')).toBeFocused()
  await button('Zurück').press('Enter')
  await expect(button('Notiz zum Termin schreiben')).toBeFocused()
  await button('Termin absagen').press('Enter')
  await expect(details.getByLabel('Nachricht an die Patientin oder den Patienten')).toBeFocused()
  await button('Zurück').press('Enter')
  await expect(button('Termin absagen')).toBeFocused()
})

test('a note is saved, and its button keeps the focus meanwhile', async ({ page, portal }) => {
  const id = addBooking(portal, dayFromToday(2), '09:00', { name: 'Emil Testfall' })
  await openWithFewRequests(page, `/admin/bookings?view=week&booking=${id}`, 'Termine')
  const details = page.getByRole('dialog', { name: 'Emil Testfall' })
  await details.getByRole('button', { name: 'Notiz zur Person schreiben' }).click()
  await details.getByLabel('Notiz zur Person').fill('Hört schlecht')
  const saveNote = details.getByRole('button', { name: 'Notiz speichern' })
  const releaseCall = await holdCalls(page, '**/api/admin/patients/*/note')
  await saveNote.click()
  await expect(saveNote).toHaveAttribute('aria-disabled', 'true')
  await expect(saveNote).toBeFocused()
  releaseCall()
  await expect(details.getByText('Notiz zur Person: Hört schlecht')).toBeVisible()
  await expect(details.getByRole('button', { name: 'Notiz zur Person ändern' })).toBeFocused()
})

test('an appointment is cancelled for a patient who calls, without a message, and entered again', async ({
  page,
  portal,
}) => {
  const id = addBooking(portal, dayFromToday(2), '09:00', { name: 'Emil Testfall' })
  await page.goto(`/admin/bookings?view=week&booking=${id}`)
  const details = page.getByRole('dialog', { name: 'Emil Testfall' })
  await details.getByRole('button', { name: 'Termin absagen' }).click()
  await details.getByRole('radio', { name: 'Patient/in sagt ab' }).check()
  await details.getByRole('checkbox', { name: 'Ohne Nachricht' }).check()
  await look(page, 'admin-cancel-by-telephone')
  await details.getByRole('button', { name: 'Termin absagen: Emil Testfall' }).click()
  await expect(
    details.getByText(/^von der Patientin oder dem Patienten, \d+ (Stunden|Tage) vorher$/),
  ).toBeVisible()
  await details.getByRole('button', { name: 'Wieder eintragen' }).click()
  await expect(details.getByText('Termin ist wieder eingetragen, der Patient wird informiert.')).toBeVisible()
  // The appointment is in two days, so at some times of day its reminder is already due.
  const kinds = `select distinct kind from messages where booking_id = ? and kind <> 'reminder'`
  expect(portal.rows(kinds, id)).toEqual([{ kind: 'confirmed' }])
})
