import { openAdminPage } from './fixtures/admin.ts'
import { expectText, pressSave } from './fixtures/controls.ts'
import { fillFields } from './fixtures/fields.ts'
import { CONFLICT, test } from './fixtures/settings.ts'

test('URLs and the admin’s e-mail are saved', async ({ page, colleaguePuts }) => {
  await openAdminPage(page, '/admin/settings/urls', 'URLs & Admin E-Mail')
  await fillFields(page, { PUBLIC_BASE_URL: 'ordination', ADMIN_EMAIL: 'assistenz@ordination' })
  await pressSave(page)
  await expectText(page, 'Ungültige URL.')
  await expectText(page, 'ADMIN_EMAIL: Ungültige E-Mail-Adresse.')
  await fillFields(page, {
    PUBLIC_BASE_URL: 'https://termine.ordination.example',
    ADMIN_EMAIL: 'assistenz@ordination.example',
  })
  await page.getByRole('button', { name: 'Speichern und testen' }).click()
  await expectText(page, 'Einstellungen gespeichert.')
  await expectText(page, 'Test-E-Mail an assistenz@ordination.example gesendet.')
  await colleaguePuts('/settings/urls', { ADMIN_EMAIL: 'team@ordination.example' })
  await fillFields(page, { PATIENT_BASE_URL: 'https://patienten.ordination.example' })
  await pressSave(page)
  await expectText(page, CONFLICT)
  await expectText(page, 'Admin E-Mail: team@ordination.example')
})
