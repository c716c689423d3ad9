import { openAdminPage, test } from './fixtures/admin.ts'
import { answerDialogs, expectText, pressSave } from './fixtures/controls.ts'
import {
  abortChanges,
  holdCalls,
  LOST_CONNECTION_TEXT,
  loseAnswerOfChange,
  replaceAnswersOfChanges,
} from './fixtures/intercepted-calls.ts'
import { expect } from './fixtures/portal.ts'

test('what was typed in the admin area can be saved when the server is back', async ({ page, portal }) => {
  await openAdminPage(page, '/admin/settings/urls', 'URLs & Admin E-Mail')
  await page.getByLabel(/PUBLIC_BASE_URL/).fill('https://termine.ordination.example')
  await portal.stop()
  await pressSave(page)
  await expectText(page, LOST_CONNECTION_TEXT)
  await portal.start()
  await pressSave(page)
  await expectText(page, 'Einstellungen gespeichert.')
})

test('settings whose answer was lost are saved by the next press, without a warning about a colleague', async ({
  page,
}) => {
  await openAdminPage(page, '/admin/settings/practice', 'Praxisdaten')
  const phone = page.getByLabel('Telefon')
  await loseAnswerOfChange(page, '**/api/admin/practice')
  await phone.fill('+43 5572 000011')
  await pressSave(page)
  await expectText(page, LOST_CONNECTION_TEXT)
  await pressSave(page)
  await expectText(page, 'Praxisdaten gespeichert.')

  await phone.fill('+43 5572 000012')
  await pressSave(page)
  await expectText(page, 'Praxisdaten gespeichert.')
  await page.reload()
  await expect(phone).toHaveValue('+43 5572 000012')
})

test('the page of services says when the browser could not delete or save a service', async ({ page }) => {
  await abortChanges(page)
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Service „Facial“ löschen' }).click()
  await page.getByRole('button', { name: '„Facial“ löschen', exact: true }).click()
  await expectText(page, 'Löschen fehlgeschlagen.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Akupunktur', exact: true }).click()
  await page.getByLabel('Preis').fill('80')
  await pressSave(page)
  await expectText(page, 'Service konnte nicht gespeichert werden.')
})

test('two settings pages say when the browser could not save working hours, or data of the practice', async ({
  page,
}) => {
  await abortChanges(page)
  answerDialogs(page, 'accept')
  await openAdminPage(page, '/admin/settings/working-hours', 'Arbeitszeiten')
  await page.getByLabel('Montag Block 1 Start').fill('09:00')
  await pressSave(page)
  await expectText(page, 'Arbeitszeiten konnten nicht gespeichert werden.')
  await page.getByRole('navigation').getByRole('link', { name: 'Praxisdaten', exact: true }).click()
  await page.getByLabel('Telefon').fill('+43 5572 000011')
  await pressSave(page)
  await expectText(page, 'Speichern fehlgeschlagen.')
})

test('working hours are saved although the answer has only a sentence, or nothing', async ({ page }) => {
  await openAdminPage(page, '/admin/settings/working-hours', 'Arbeitszeiten')
  const start = page.getByLabel('Montag Block 1 Start')
  for (const { time, body, text } of [
    { time: '09:00', body: '{"message":"Gerne gespeichert."}', text: 'Gerne gespeichert.' },
    { time: '09:30', body: '', text: 'Arbeitszeiten gespeichert.' },
  ]) {
    await replaceAnswersOfChanges(page, '**/api/admin/settings/working-hours', body)
    await start.fill(time)
    await pressSave(page)
    await expectText(page, text)
    await expect(start).toHaveValue(time)
  }
})

test('services are saved and deleted although the answers are empty', async ({ page }) => {
  await replaceAnswersOfChanges(page, '**/api/admin/services{,/*}', '')
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Akupunktur', exact: true }).click()
  await page.getByLabel('Preis').fill('81')
  await pressSave(page)
  await expectText(page, 'Service "Akupunktur" gespeichert.')
  await expect(page.getByRole('row', { name: 'Akupunktur' })).toContainText('€ 81')
  await page.getByRole('button', { name: 'Service „Facial“ löschen' }).click()
  await page.getByRole('button', { name: '„Facial“ löschen', exact: true }).click()
  await expectText(page, 'Service "facial" gelöscht.')
})

test('a page of the admin area says that it is saving while the server is slow', async ({ page }) => {
  await openAdminPage(page, '/admin/settings/practice', 'Praxisdaten')
  await page.getByLabel('Telefon').fill('+43 5572 000011')
  const releaseCall = await holdCalls(page, '**/api/admin/practice')
  await pressSave(page)
  await expect(page.getByText('Speichern …').first()).toBeAttached()
  releaseCall()
  await expectText(page, 'Praxisdaten gespeichert.')
})
