import { finishFirstSteps } from '../../src/operation/first-steps.ts'
import { ADMIN, expect, test } from './fixtures/admin.ts'
import { addFailures } from './fixtures/messages.ts'
import { photograph } from './fixtures/photograph.ts'
import { reopenFirstSteps } from './fixtures/settings.ts'
import { field, NEW_PASSWORD, signInDialog } from './fixtures/sign-in.ts'

test('a doctor invites an assistant, who sees the pages of the own role without a refused request, as technik does later', async ({
  page,
  portal,
  browser,
}) => {
  await page.goto('/admin/people')
  await page.getByRole('button', { name: `${ADMIN.name} bearbeiten` }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Dr. Gerda Testner')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner').getByText('Dr. Gerda Testner')).toBeVisible()
  await test.step('the doctor invites an assistant', async () => {
    await page.getByRole('button', { name: 'Person einladen' }).click()
    await page.keyboard.type('Rosa Helferin')
    await field(page, 'E-Mail').fill('Rosa@Ordination.example')
    await expect(field(page, 'Rolle')).toHaveValue('assistant')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByText(/^eingeladen bis/)).toBeVisible()
  })

  const [mail] = portal.rows<{ text: string }>(`select text from messages where kind = 'invitation'`)
  // A browser in which the doctor is signed in, too.
  const assistant = await (await browser.newContext()).newPage()
  const refused: string[] = []
  assistant.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
  })

  const links = assistant
    .getByRole('navigation', { name: 'Verwaltung' })
    .getByRole('listitem')
    .getByRole('link')
  const opensItsPages = async (titles: readonly string[]) => {
    await expect(links).toHaveText(titles)
    for (const title of titles) {
      await links.filter({ hasText: title }).click()
      await expect(links.filter({ hasText: title })).toHaveAttribute('aria-current', 'page')
      await expect(assistant.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(assistant.getByText(/^Lade /)).toHaveCount(0)
    }
  }
  await test.step('the assistant chooses a password, and signs in', async () => {
    await assistant.goto(/https?:\/\/\S+\/admin\/invitation\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    await expect(field(assistant, 'Ihr Name')).toHaveValue('Rosa Helferin')
    await field(assistant, 'Neues Passwort').fill(NEW_PASSWORD)
    await assistant.keyboard.press('Enter')
    await assistant.getByRole('link', { name: 'Zur Anmeldung' }).click()
    await field(assistant, 'Passwort').fill(NEW_PASSWORD)
    await assistant.keyboard.press('Enter')
    await expect(assistant.getByText('Rosa Helferin')).toBeVisible()

    await opensItsPages([
      'Übersicht',
      'Termine',
      'Warteliste',
      'Abwesenheiten',
      'Outbox Monitor',
      'Mein Zugang',
      'Kalender-Abo',
      'Hilfe',
    ])
  })

  await test.step('the assistant enters appointments, and cannot open settings', async () => {
    await assistant.getByRole('button', { name: 'Termin eintragen' }).click()
    await expect(assistant.getByRole('dialog').getByLabel('Leistung')).toContainText('Erstordination')
    await assistant.goto('/admin/settings/general')
    await expect(assistant.getByRole('heading', { name: 'Mit Ihrem Zugang nicht möglich' })).toBeVisible()
    expect(refused).toEqual([])
  })

  await test.step('the doctor gives the role of technik', async () => {
    await page.getByRole('button', { name: 'Rosa Helferin bearbeiten' }).click()
    await field(page, 'Rolle').selectOption('technik')
    await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByText('Technik, rosa@ordination.example')).toBeVisible()
  })

  await test.step('technik starts with the installation, and makes a backup', async () => {
    await assistant.goto('/admin/login')
    await field(assistant, 'E-Mail').fill('rosa@ordination.example')
    await field(assistant, 'Passwort').fill(NEW_PASSWORD)
    await assistant.keyboard.press('Enter')
    await expect(assistant.getByRole('heading', { level: 1, name: 'Zustand der Anlage' })).toBeVisible()
    refused.length = 0
    await assistant.getByRole('button', { name: 'Jetzt sichern' }).click()
    await expect(assistant.getByText(/^Von Hand gesichert: .*, geprüft\.$/)).toBeVisible()
    await expect(assistant.getByText(/^Antwortet auf Port \d+$/)).toBeVisible()
    await photograph(assistant, 'admin-installation')
    await opensItsPages([
      'Praxisdaten',
      'Allgemein',
      'Services & Preise',
      'Arbeitszeiten',
      'E-Mail-Server',
      'SMS Provider',
      'Odoo',
      'URLs & Admin E-Mail',
      'Zustand der Anlage',
      'Versand',
      'Mein Zugang',
      'Hilfe',
    ])
  })

  await test.step('technik sees deliveries and first steps, but no appointments', async () => {
    await expect(assistant.getByRole('button', { name: 'Termin eintragen' })).toHaveCount(0)
    addFailures(portal)
    await assistant.goto('/admin/account')
    await assistant.getByRole('link', { name: /konnten nicht gesendet werden\./ }).click()
    await expect(assistant).toHaveURL(/\/admin\/deliveries\?status=failed$/)
    reopenFirstSteps(portal)
    // A way within the pages costs half as much as loading them again.
    const goTo = (path: string) => assistant.evaluate((address) => history.pushState(null, '', address), path)
    await goTo('/admin/erste-schritte?step=end')
    await expect(assistant.getByText(/^\d von 8 erledigt\.$/)).toBeVisible()
    finishFirstSteps(portal.ctx())
    await goTo('/admin/bookings')
    await expect(assistant.getByRole('heading', { name: 'Mit Ihrem Zugang nicht möglich' })).toBeVisible()
    expect(refused).toEqual([])
  })

  await test.step('the access ends at once', async () => {
    await page.getByRole('button', { name: 'Rosa Helferin bearbeiten' }).click()
    await page.getByRole('button', { name: 'Zugang entfernen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Zugang entfernen' }).click()
    await expect(page.getByText('Rosa Helferin')).toHaveCount(0)
    await links.filter({ hasText: 'Versand' }).click()
    await expect(signInDialog(assistant)).toBeVisible()
    await assistant.context().close()
  })
})
