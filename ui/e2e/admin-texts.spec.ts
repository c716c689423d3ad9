import { expect, openAdminPage } from './fixtures/admin.ts'
import { expectText, pressSave } from './fixtures/controls.ts'
import { look } from './fixtures/look.ts'
import { test } from './fixtures/settings.ts'

test('the list of messages shows its texts in full in a small window', async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 900 })
  await openAdminPage(page, '/admin/settings/texts', 'Texte')
  const cells = page.locator('tbody td')
  await expect(cells.first()).toBeVisible()
  const cutOff = await cells.evaluateAll((boxes) =>
    boxes.filter((cell) => cell.scrollWidth > cell.clientWidth).map(({ textContent }) => textContent),
  )
  expect(cutOff).toEqual([])
})

test('the words of a message are written by keyboard, previewed at once, and reset', async ({
  page,
  portal,
}) => {
  await openAdminPage(page, '/admin/settings/texts', 'Texte')
  const sms = page.getByRole('region', { name: 'SMS', exact: true })
  const email = page.getByRole('region', { name: 'E-Mail', exact: true })
  const opening = sms.getByLabel('Anfang')
  await test.step('a message is opened by keyboard', async () => {
    await page.getByRole('button', { name: 'Bestätigung', exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Bestätigung' })).toBeFocused()
    await expect(opening).toHaveValue('Ihr Termin am {Termin} ist bestätigt.')
  })

  await test.step('a button inserts a placeholder at the last position of the cursor', async () => {
    await opening.fill('Bis dann: , und {Tag}!')
    await expectText(page, 'Den Platzhalter {Tag} gibt es nicht.')
    await opening.fill('Bis dann:  – alles klar!')
    await opening.press('Home')
    for (let i = 0; i < 'Bis dann: '.length; i++) await opening.press('ArrowRight')
    await sms.getByRole('button', { name: 'Termin', exact: true }).press('Enter')
    await expect(opening).toBeFocused()
    await expect(opening).toHaveValue('Bis dann: {Termin} – alles klar!')
    await expect(sms).toContainText(/Bis dann: Di 12. Jänner, 08:30 Uhr – alles klar!.*SMS mit \d+\sZeichen/)
  })

  await test.step('the closing is previewed and saved', async () => {
    await email.getByLabel('Schluss').fill('Mit lieben Grüßen')
    await expect(page.frameLocator('iframe').getByText('Mit lieben Grüßen')).toBeVisible()
    await pressSave(page)
    await expectText(page, 'Text gespeichert.')
  })

  await test.step('another version is saved, and an earlier one listed', async () => {
    await email.getByLabel('Schluss').fill('Bis bald')
    await pressSave(page)
    await expect(page.getByText('Frühere Fassungen (1)')).toBeVisible()
  })

  await test.step('the original is restored, and an earlier version loaded again', async () => {
    await page.getByRole('button', { name: 'Zurück zum Original' }).click()
    await page.getByRole('button', { name: 'Originaltext verwenden' }).click()
    await expectText(page, 'Der Text ist wieder der ursprüngliche.')
    await expect(opening).toHaveValue('Ihr Termin am {Termin} ist bestätigt.')
    // The newest versions of e-mail and SMS have no words of the practice.
    const newest = portal.rows('select opening from texts order by id desc limit 2')
    expect(newest).toEqual([{ opening: null }, { opening: null }])
    await page.getByText('Frühere Fassungen (3)').click()
    await page.getByRole('listitem').filter({ hasText: 'Bis bald' }).getByRole('button').click()
    await expect(email.getByLabel('Schluss')).toHaveValue('Bis bald')
    await look(page, 'texts')
  })
})

test('the preview of a text can be loaded again after the connection was lost', async ({ page }) => {
  await openAdminPage(page, '/admin/settings/texts', 'Texte')
  await page.getByRole('button', { name: 'Bestätigung', exact: true }).click()
  const preview = page.getByRole('region', { name: 'Vorschau der SMS' })
  await expect(preview).toContainText('ist bestätigt.')
  const calls = '**/api/admin/texts/*/preview'
  await page.route(calls, (route) => route.abort())
  await page.getByRole('region', { name: 'SMS', exact: true }).getByLabel('Anfang').fill('Bis {Termin}!')
  await expect(preview).toContainText('Keine Verbindung.')
  await page.unroute(calls)
  await preview.getByRole('button', { name: 'Neu laden' }).click()
  await expect(preview).toContainText('Bis Di')
})
