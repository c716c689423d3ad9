import { readSetting } from '../../src/practice/settings.ts'
import { expect, openAdminPage } from './fixtures/admin.ts'
import { answerDialogs, expectText, pressSave } from './fixtures/controls.ts'
import { CONFLICT, test } from './fixtures/settings.ts'

test('the data of the practice are corrected, previewed, and saved several times', async ({
  page,
  portal,
  colleaguePuts,
}) => {
  await openAdminPage(page, '/admin/settings/practice', 'Praxisdaten')
  await page.getByRole('button', { name: 'Vorschau' }).click()
  const preview = page.getByRole('region', { name: 'Vorschau' })
  await expect(preview).toContainText('6850 Dornbirn')
  const phone = page.getByLabel('Telefon')
  await test.step('a wrong address is refused, and a right one saved without its spaces', async () => {
    await page.getByLabel('E-Mail', { exact: true }).fill('keine Adresse')
    await pressSave(page)
    await expectText(page, 'Bitte eine gültige E-Mail-Adresse angeben.')
    await page.getByLabel('E-Mail', { exact: true }).fill('  ordination@ordination.example ')
    await pressSave(page)
    await expectText(page, 'Praxisdaten gespeichert.')
  })

  await test.step('the same form is saved again', async () => {
    await phone.fill('  +43 5572 000022 ')
    await expect(page.getByText('Praxisdaten gespeichert.')).toBeHidden()
    await pressSave(page)
    await expectText(page, 'Praxisdaten gespeichert.')
    await expect(phone).toHaveValue('+43 5572 000022')
    expect(readSetting(portal.ctx(), 'practice', 'phone')).toBe('+43 5572 000022')
  })

  await test.step('what a colleague has saved meanwhile is taken over', async () => {
    for (const textbox of await page.getByRole('textbox').all()) await textbox.fill('')
    await expect(preview).toContainText('(Keine Daten vorhanden)')
    await colleaguePuts('/practice', { phone: '+43 5572 000099', zip: '' })
    await pressSave(page)
    await expectText(page, CONFLICT)
    await page.getByRole('button', { name: 'Andere Fassung laden' }).click()
    await expect(phone).toHaveValue('+43 5572 000099')
  })
})

test('leaving or reloading a page asks before unsaved changes are lost', async ({ page }) => {
  await openAdminPage(page, '/admin/settings/practice', 'Praxisdaten')
  const phone = page.getByLabel('Telefon')
  const savedPhone = await phone.inputValue()
  await phone.fill('+43 5572 000011')
  const questions = answerDialogs(page, 'dismiss')
  await page.getByRole('link', { name: 'Allgemein' }).click()
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(phone).toHaveValue('+43 5572 000011')
  expect(questions).toEqual([
    'Ihre Änderungen sind noch nicht gespeichert. Seite trotzdem verlassen?',
    'Ihre Änderungen sind noch nicht gespeichert. Trotzdem neu laden?',
  ])
  answerDialogs(page, 'accept')
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(phone).toHaveValue(savedPhone)
  const laterQuestions = answerDialogs(page, 'dismiss')
  await page.getByRole('link', { name: 'Allgemein' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Allgemein' })).toBeVisible()
  expect(laterQuestions, 'nothing is unsaved').toEqual([])
})

test('browsers without the Navigation API ask too, before a link leads away from unsaved changes', async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(globalThis, 'navigation', { value: undefined }))
  await page.goto('/admin/settings/practice')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Praxis Neu')
  const questions = answerDialogs(page, 'dismiss')
  const link = page.getByRole('navigation').getByRole('link', { name: 'Arbeitszeiten' })
  await link.click()
  expect(questions).toEqual(['Ihre Änderungen sind noch nicht gespeichert. Seite trotzdem verlassen?'])
  await expect(name).toHaveValue('Praxis Neu')
  answerDialogs(page, 'accept')
  await link.click()
  await expect(page).toHaveURL(/working-hours$/)
})
