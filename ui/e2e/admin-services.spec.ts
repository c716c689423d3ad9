import type { Page } from 'playwright/test'
import { deleteService, getService, listServices } from '../../src/schedule/services.ts'
import { expect, openAdminPage, test } from './fixtures/admin.ts'
import { expectText, pressSave } from './fixtures/controls.ts'

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
  expect(getService(portal.ctx(), 'reisemedizin')).toMatchObject({
    priceCents: 79_90,
    active: false,
  })
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

test('the page of services says when there are none', async ({ page, portal }) => {
  for (const { id } of listServices(portal.ctx())) deleteService(portal.ctx(), id)
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await expectText(page, 'Noch gibt es keine Services.')
})
