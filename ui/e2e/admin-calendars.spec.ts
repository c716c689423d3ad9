import { listCalendars } from '../../src/calendars/calendars.ts'
import { saveResource } from '../../src/schedule/resources.ts'
import { expect, openAdminPage, test } from './fixtures/admin.ts'
import { look } from './fixtures/look.ts'

test('the first reading of an external calendar appears by itself', async ({ page }) => {
  await openAdminPage(page, '/admin/calendars', 'Andere Kalender')
  await page.getByLabel('Name', { exact: true }).fill('Privat')
  await page.getByLabel('Adresse zum Abonnieren').fill('webcal://127.0.0.1/demo.ics')
  await page.getByRole('button', { name: 'Kalender anlegen' }).click()
  const listed = page.getByRole('listitem').filter({ hasText: 'Privat' })
  await expect(listed.locator('[data-tone="warning"]')).toBeVisible()
})

test('an external calendar is set for one doctor or for all, by keyboard alone', async ({ page, portal }) => {
  const doctorId = 'dr-beispiel'
  saveResource(portal.ctx(), doctorId, { name: 'Dr. Beispiel' })
  await openAdminPage(page, '/admin/calendars', 'Andere Kalender')
  await page.getByLabel('Name', { exact: true }).fill('Privat')
  await page.keyboard.press('Tab')
  await page.keyboard.type('webcal://calendar.example/demo.ics')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Gilt für')).toBeFocused()
  await expect(page.getByLabel('Gilt für').locator(':checked')).toHaveText('Alle')
  await page.getByLabel('Gilt für').selectOption('Dr. Beispiel')
  await page.getByRole('button', { name: 'Kalender anlegen' }).press('Enter')
  const listed = page.getByRole('listitem').filter({ hasText: 'Privat' })
  await expect(listed).toContainText('gilt für Dr. Beispiel')
  await look(page, 'admin-calendars-of-doctors')
  expect(listCalendars(portal.ctx())).toMatchObject([{ resourceId: doctorId }])
  await test.step('the calendar is set for all doctors', async () => {
    await listed.getByRole('button', { name: '„Privat“ ändern' }).press('Enter')
    const change = page.getByRole('dialog', { name: 'Kalender „Privat“' })
    await expect(change.getByLabel('Gilt für')).toHaveValue(doctorId)
    await change.getByLabel('Gilt für').selectOption('Alle')
    await change.getByRole('button', { name: 'Speichern' }).press('Enter')
    await expect(listed).not.toContainText('gilt für')
  })

  await test.step('the calendar is removed', async () => {
    await listed.getByRole('button', { name: '„Privat“ entfernen' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: '„Privat“ entfernen' }).press('Enter')
    await expect(listed).toHaveCount(0)
    await expect(page.getByText('Noch gibt es keinen.')).toBeVisible()
  })
})
