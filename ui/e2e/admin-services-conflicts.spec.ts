import { deleteService, findService, getService } from '../../src/schedule/services.ts'
import { expect, openAdminPage } from './fixtures/admin.ts'
import { answerDialogs, expectText, pressSave } from './fixtures/controls.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { CONFLICT, test } from './fixtures/settings.ts'

// In these tests a colleague changes, adds or deletes a service while its form or dialog is open.

test('a changed service replaces the version of a colleague, and can then be deleted', async ({
  page,
  colleaguePuts,
}) => {
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await test.step('a colleague has saved another version meanwhile', async () => {
    await page.getByRole('button', { name: 'Facial', exact: true }).click()
    await page.getByLabel('Preis').fill('170')
    await colleaguePuts('/services', {
      service: { id: 'facial', name: 'Facial', duration_min: 60, price: 150 },
    })
    await pressSave(page)
    await expectText(page, CONFLICT)
  })

  await test.step('the new version can be deleted before the list is loaded again', async () => {
    const letAnswersArrive = await delayAnswers(page, '**/api/admin/services')
    await page.getByRole('button', { name: 'Meine Fassung speichern' }).click()
    await expectText(page, 'Service "Facial" gespeichert.')
    await page.getByRole('button', { name: 'Service „Facial“ löschen' }).click()
    await page.getByRole('button', { name: '„Facial“ löschen', exact: true }).click()
    await expectText(page, 'Service "facial" gelöscht.')
    await letAnswersArrive()
  })
})

test('a new service does not overwrite one that a colleague has just added', async ({
  page,
  portal,
  colleaguePuts,
}) => {
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Neuer Service' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Neu')
  await page.getByLabel('ID', { exact: true }).fill('neu')
  await colleaguePuts('/services', { service: { id: 'neu', name: 'Neues', price: 50 } })
  await pressSave(page)
  await expectText(page, CONFLICT)
  expect(getService(portal.ctx(), 'neu').priceCents, 'the price of the colleague').toBe(50_00)
  answerDialogs(page, 'accept')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a service that a colleague has deleted meanwhile can be saved again', async ({ page, portal }) => {
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Akupunktur', exact: true }).click()
  await page.getByLabel('Preis').fill('80')
  deleteService(portal.ctx(), 'akupunktur')
  await pressSave(page)
  await expectText(page, 'Inzwischen gelöscht.')
  answerDialogs(page, 'dismiss')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Preis')).toHaveValue('80')
  await page.getByRole('button', { name: 'Meine Fassung speichern' }).click()
  await expectText(page, 'Service "Akupunktur" gespeichert.')
})

test('the page says when a colleague has already deleted the service that is to be deleted', async ({
  page,
  portal,
}) => {
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Service „Folgebehandlung“ löschen' }).click()
  deleteService(portal.ctx(), 'folgebehandlung')
  await page.getByRole('button', { name: '„Folgebehandlung“ löschen', exact: true }).click()
  await expectText(page, 'Diese Leistung gibt es nicht mehr.')
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click()
  await expect(page.getByRole('button', { name: 'Folgebehandlung', exact: true })).toBeHidden()
})

test('a service that a colleague has changed is deleted only after a second question', async ({
  page,
  portal,
  colleaguePuts,
}) => {
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Service „Facial“ löschen' }).click()
  await colleaguePuts('/services', { service: { id: 'facial', name: 'Facial', price: 150 } })
  await page.getByRole('button', { name: '„Facial“ löschen', exact: true }).click()
  await expectText(page, CONFLICT)
  expect(findService(portal.ctx(), 'facial')).toBeDefined()
  await page.getByRole('button', { name: '„Facial“ trotzdem löschen' }).click()
  await expectText(page, 'Service "facial" gelöscht.')
  expect(findService(portal.ctx(), 'facial')).toBeUndefined()
})
