import type { Page } from 'playwright/test'
import { expect, test } from './fixtures/admin.ts'
import { addEmails } from './fixtures/messages.ts'
import { LIST_CALLS, rowWith } from './fixtures/outbox.ts'

/** Answers the lists of e-mails and SMS, and the status, with only the fields of the specification. */
async function answerWithFewFields(page: Page): Promise<void> {
  const logged = { error: null, log_uuid: '4d7c9a1e-0000', created_at: '2027-01-07T13:40:00+01:00' }
  const email = { ...logged, id: 1, subject: 'Ihr Termin', recipient: 'rosa@musterfrau.example' }
  const sms = { id: 2, recipient: '+436600000005', sender: 'Ordination', text: 'Bis morgen', status: 'sent' }
  await page.route(LIST_CALLS, (route) =>
    route.fulfill({ json: [{ ...email, cc: null, bcc: null, status: 'failed', error: 'Abgelehnt' }] }),
  )
  await page.route('**/api/admin/outbox/sms?*', (route) => route.fulfill({ json: { sms: [sms] } }))
  await page.route('**/api/admin/status', (route) =>
    route.fulfill({ json: { message: 'Die Sicherung ist alt.', level: 'danger' } }),
  )
}

test('messages with only the fields of the specification are listed, and open with their preview', async ({
  page,
  portal,
}) => {
  // The preview shows the first of these e-mails, which has the id that the list names.
  addEmails(portal)
  await answerWithFewFields(page)
  await page.goto('/admin/outbox')
  await test.step('an e-mail opens with its preview', async () => {
    await expect(page.getByText('Die Sicherung ist alt.')).toBeVisible()
    await rowWith(page, 'Ihr Termin').getByText('Ihr Termin').click()
    const details = page.getByRole('dialog', { name: 'Ihr Termin' })
    await expect(details).toContainText(/Empfänger\s*rosa@musterfrau.example/)
    await expect(details.getByRole('button', { name: /senden|Erledigt/ })).toHaveCount(0)
    await details.getByRole('button', { name: 'Vorschau' }).click()
    const preview = page.getByRole('dialog', { name: /^Vorschau – / })
    await expect(preview.frameLocator('iframe').locator('body')).not.toBeEmpty()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
  })

  await test.step('an SMS opens with dashes for what is not known', async () => {
    await page.getByRole('tab', { name: 'SMS' }).click()
    await expect(rowWith(page, 'Bis morgen')).toContainText(/gesendet\s*–/)
    await expect(rowWith(page, 'Bis morgen')).not.toContainText('NaN')
    await rowWith(page, 'Bis morgen').getByText('Bis morgen').click()
    await expect(page.getByRole('dialog', { name: /^SMS an/ })).toContainText(/Erstellt\s*–/)
  })
})
