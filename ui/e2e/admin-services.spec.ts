import type { Page } from 'playwright/test'
import { deleteService, findService, getService, listServices } from '../../src/schedule/services.ts'
import { expect, openAdminPage } from './fixtures/admin.ts'
import { answerDialogs, expectText, pressSave } from './fixtures/controls.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { CONFLICT, test } from './fixtures/settings.ts'

/** Opens the form for a new service. */
async function openNewService(page: Page): Promise<void> {
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Neuer Service' }).click()
}

test('the form of a new service says what is wrong, and proposes an id', async ({ page, portal }) => {
  const id = page.getByLabel('ID', { exact: true })
  const duration = page.getByLabel('Dauer (Min)', { exact: true })
  await openNewService(page)
  await duration.fill('lang')
  await pressSave(page)
  await expectText(page, 'Bitte eine ID angeben.')
  await expectText(page, 'Dauer muss eine nicht-negative Zahl sein.')

  await page.getByLabel('Name', { exact: true }).fill('Reisemedizin')
  await expect(id).toHaveValue('reisemedizin')
  await expect(page.getByText('Bitte eine ID angeben.')).toHaveCount(0)

  await id.fill('facial')
  await duration.fill('25')
  await page.getByLabel('Preis').fill('79,90')
  await page.getByLabel('Aktiv').uncheck()
  await pressSave(page)
  await expectText(page, 'Diese ID gibt es schon.')

  await id.fill('reisemedizin')
  await pressSave(page)
  await expectText(page, 'Service "Reisemedizin" gespeichert.')
  expect(getService(portal.ctx(), 'reisemedizin')).toMatchObject({ priceCents: 7990, active: false })
})

test('questions of a service are added, ordered and removed', async ({ page, portal }) => {
  await openNewService(page)
  await page.getByLabel('Name', { exact: true }).fill('Reisemedizin')
  await page.getByLabel('Dauer (Min)', { exact: true }).fill('25')
  const addQuestion = page.getByRole('button', { name: 'Frage hinzufügen' })
  for (const [i, label] of ['Sind Sie schwanger?', 'Wohin reisen Sie?', 'Wann?'].entries()) {
    await addQuestion.click()
    const question = page.getByLabel(`Frage ${i + 1}`, { exact: true })
    await expect(question).toBeFocused()
    await question.fill(label)
  }
  const kindOfSecond = page.getByLabel('Antwort', { exact: true }).nth(1)
  await kindOfSecond.selectOption('Auswahl')
  await page.getByLabel('Zur Auswahl, eine je Zeile').fill('Afrika')
  await page.getByRole('button', { name: 'Frage 2 nach oben' }).click()
  await page.getByRole('button', { name: 'Frage 3 entfernen' }).click()
  await pressSave(page)
  await expectText(page, 'Bitte 2 bis 12 Antworten zur Auswahl angeben.')
  await expect(page.getByLabel('Frage 1', { exact: true })).toBeFocused()

  await page.getByLabel('Zur Auswahl, eine je Zeile').fill('Afrika\nAsien')
  await page.getByRole('checkbox', { name: 'Muss beantwortet werden' }).first().check()
  await pressSave(page)
  await expectText(page, 'Service "Reisemedizin" gespeichert.')
  expect(getService(portal.ctx(), 'reisemedizin').questions).toMatchObject([
    { label: 'Wohin reisen Sie?', kind: 'choice', options: ['Afrika', 'Asien'], required: true },
    { label: 'Sind Sie schwanger?', kind: 'yesno', required: false },
  ])
})

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

test('the page of services says when there are none', async ({ page, portal }) => {
  for (const { id } of listServices(portal.ctx())) deleteService(portal.ctx(), id)
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await expectText(page, 'Noch gibt es keine Services.')
})

test('a new service does not overwrite one that a colleague has just added', async ({
  page,
  portal,
  colleaguePuts,
}) => {
  await openNewService(page)
  await page.getByLabel('Name', { exact: true }).fill('Neu')
  await page.getByLabel('ID', { exact: true }).fill('neu')
  await colleaguePuts('/services', { service: { id: 'neu', name: 'Neues', price: 50 } })
  await pressSave(page)
  await expectText(page, CONFLICT)
  expect(getService(portal.ctx(), 'neu').priceCents).toBe(5000)
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
