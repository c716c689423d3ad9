import { expect, test } from './fixtures/admin.ts'
import { openWithFewRequests } from './fixtures/cold-page.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { LOOKS_ON_PHONE, look } from './fixtures/look.ts'
import { addEmails, EMAIL_COUNT } from './fixtures/messages.ts'
import { LIST_CALLS, rowWith, statusWith } from './fixtures/outbox.ts'
import { photograph } from './fixtures/photograph.ts'

test('the outbox says that it loads, that it is empty and how much it has loaded', async ({
  page,
  portal,
}) => {
  const letAnswersArrive = await delayAnswers(page, LIST_CALLS)
  await page.goto('/admin/outbox')
  await expect(statusWith(page, 'Lade E-Mail Logs …')).toBeVisible()
  await photograph(page, 'admin-outbox-loading')
  await letAnswersArrive()
  await expect(page.getByText('Keine E-Mail-Einträge vorhanden.')).toBeVisible()
  await photograph(page, 'admin-outbox-empty')
  await page.getByRole('tab', { name: 'SMS' }).click()
  await expect(page.getByText('Keine SMS-Einträge vorhanden.')).toBeVisible()
  await page.getByRole('tab', { name: 'E-Mails' }).click()
  addEmails(portal)
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(statusWith(page, `E-Mail Logs: ${EMAIL_COUNT} Einträge geladen.`)).toBeVisible()
  await expect(rowWith(page, 'theresia@testfall.example')).toContainText(/^Rosa Musterfrau/)
  await expect(rowWith(page, 'gebhard@unbekannt.example')).toContainText('Postfach unbekannt')
})

test('a long log of e-mails is read page by page, a hundred at a time', async ({ page, portal }) => {
  const timesAdded = 13
  for (let i = 0; i < timesAdded; i++) addEmails(portal)
  await page.goto('/admin/outbox')
  await expect(page.getByRole('tab', { name: 'E-Mails 100+' })).toBeVisible()
  await page.getByRole('button', { name: 'Weitere laden' }).click()
  await expect(statusWith(page, `E-Mail Logs: ${timesAdded * EMAIL_COUNT} Einträge geladen.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Weitere laden' })).toHaveCount(0)
})

test('the list of e-mails begins with the newest one, and opens none', async ({ page, portal }) => {
  addEmails(portal)
  await openWithFewRequests(page, '/admin/outbox', 'Outbox Monitor')
  await expect(page.getByRole('tab', { name: `E-Mails ${EMAIL_COUNT}` })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(rowWith(page, 'theresia@testfall.example')).toHaveAttribute('aria-current', 'true')
  await expect(rowWith(page, 'jodok@erfunden.example')).toContainText('(ohne Betreff)')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the list of e-mails is sorted by a press on a column', async ({ page, portal }) => {
  addEmails(portal)
  await page.goto('/admin/outbox')
  await page.getByRole('button', { name: 'Empfänger' }).click()
  await expect(page).toHaveURL(/\?sort=recipient$/)
  const column = page.getByRole('columnheader', { name: 'Empfänger' })
  await expect(column).toHaveAttribute('aria-sort', 'ascending')
  // The first row has the column headings, and the second one the alphabetically first e-mail address.
  await expect(page.getByRole('row').nth(1)).toContainText('gebhard@unbekannt.example')
  await page.getByRole('button', { name: 'Erstellt' }).click()
  await expect(page.getByRole('row').nth(1), 'the oldest').toContainText('niemand@ungenannt.example')
})

test('a failed e-mail says why, is previewed, and is sent again', async ({ page, portal }) => {
  addEmails(portal)
  await page.goto('/admin/outbox')
  const details = page.getByRole('dialog', { name: 'Reservierung erhalten' })
  await test.step('the failed e-mail is found by its status, and says why', async () => {
    await page.getByLabel('Status').selectOption({ label: 'fehlgeschlagen' })
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await rowWith(page, 'gebhard@unbekannt.example').getByText('Reservierung erhalten').click()
    await expect(details).toContainText(
      /^Reservierung erhalten.*Nicht zugestellt\s*Der Server des Empfängers lehnt/,
    )
    await expect(details).toContainText(/CC\s*keine\s*BCC\s*keine\s*Status\s*fehlgeschlagen/)
  })

  await test.step('Escape closes the preview only', async () => {
    await details.getByRole('button', { name: 'Vorschau' }).click()
    const preview = page.getByRole('dialog', { name: /^Vorschau – Reservierung erhalten/ })
    await expect(preview.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(preview).toBeHidden()
  })

  await test.step('the e-mail is sent again, once', async () => {
    await details.getByRole('button', { name: 'Noch einmal senden' }).click()
    await expect(details.getByText('Wird noch einmal gesendet.')).toBeVisible()
    await portal.mailTo('gebhard@unbekannt.example', /Reservierung/)
    await expect(details.getByText('gesendet', { exact: true })).toBeVisible()
    await expect(details.getByRole('button', { name: 'Noch einmal senden' })).toBeHidden()
    await details.getByRole('button', { name: 'Schließen' }).click()
    await expect(details).toBeHidden()
    await expect(statusWith(page, 'Wird noch einmal gesendet.')).toHaveCount(0)
  })
})

test('the Back button closes the details of a message, and a reload keeps them open', async ({
  page,
  portal,
}) => {
  addEmails(portal)
  await page.goto('/admin/audit')
  await page.goto('/admin/outbox')
  const details = page.getByRole('dialog', { name: 'Reservierung erhalten' })
  await rowWith(page, 'gebhard@unbekannt.example').getByText('Reservierung erhalten').click()
  await expect(details).toBeVisible()
  await page.reload()
  await expect(details).toBeVisible()
  await page.goBack()
  await expect(details).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Outbox Monitor' })).toBeVisible()
})

test('an e-mail without a subject is previewed, too', async ({ page, portal }) => {
  addEmails(portal)
  await page.goto('/admin/outbox')
  await page.getByRole('button', { name: 'Vorschau: (ohne Betreff)' }).click()
  await expect(page.getByRole('dialog', { name: 'E-Mail Vorschau' })).toBeVisible()
})

test(
  'the list of e-mails, an e-mail and its preview are accessible',
  LOOKS_ON_PHONE,
  async ({ page, portal }) => {
    addEmails(portal)
    await page.goto('/admin/outbox')
    await expect(page.getByRole('button', { name: 'Rosa Musterfrau' }).first()).toBeVisible()
    await look(page, 'admin-outbox-emails')
    await page.getByRole('row').filter({ hasText: 'gebhard' }).getByText('Reservierung erhalten').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look(page, 'admin-outbox-details')
    await page.getByRole('dialog').getByRole('button', { name: 'Vorschau' }).click()
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
    await look(page, 'admin-outbox-preview')
  },
)
