import type { Page, Route } from 'playwright/test'
import { signsIn } from './assistant.ts'
import { fillsEmails, fillsSms } from './messages.ts'
import { expect, test } from './portal.ts'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const said = (page: Page, sentence: string) => page.getByRole('status').filter({ hasText: sentence })

const LIST = '**/api/admin/outbox/emails?*'

/** Lets the page wait for an answer until the test gives one. */
async function holdsBack(page: Page, url: string) {
  const { promise, resolve } = Promise.withResolvers<Parameters<Route['fulfill']>[0]>()
  await page.route(url, async (route) => route.fulfill(await promise))
  return resolve
}

test('the outbox says what it waits for, what went wrong and what would stand there', async ({
  page,
  portal,
  look,
}) => {
  await signsIn(page, portal)
  const answer = await holdsBack(page, LIST)
  await page.goto('/admin/outbox')
  await expect(said(page, 'Lade E-Mail Logs …')).toBeVisible()
  await look(page, 'outbox-laedt')
  answer({ status: 403, json: { error: 'forbidden', message: 'Das dürfen Sie nicht.' } })
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('E-Mail Logs konnten nicht geladen werden.')
  await expect(alert).toContainText('Das dürfen Sie nicht.')
  await look(page, 'outbox-nicht-geladen')
  await page.unroute(LIST)
  await alert.getByRole('button', { name: 'Neu laden' }).click()
  await expect(page.getByText('Keine E-Mail-Einträge vorhanden.')).toBeVisible()
  await look(page, 'outbox-leer')
  await page.getByRole('tab', { name: 'SMS' }).click()
  await expect(page.getByText('Keine SMS-Einträge vorhanden.')).toBeVisible()

  await page.getByRole('tab', { name: 'E-Mails' }).click()
  fillsEmails(portal)
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(said(page, 'E-Mail Logs: 8 Einträge geladen.')).toBeVisible()
})

test('the e-mails are watched, looked into and sent once more', async ({ page, portal, look }) => {
  fillsEmails(portal)
  await signsIn(page, portal)
  await page.goto('/admin/outbox')
  await expect(said(page, 'E-Mail Logs: 8 Einträge geladen.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'E-Mails 8' })).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, 'theresia@testfall.example')).toHaveAttribute('aria-current', 'true')
  await expect(row(page, 'jodok@erfunden.example')).toContainText('(ohne Betreff)')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await look(page, 'outbox-emails')

  await row(page, 'gebhard@unbekannt.example').getByText('Reservierung erhalten').click()
  const details = page.getByRole('dialog', { name: 'Reservierung erhalten' })
  await expect(details).toContainText(
    /^Reservierung erhalten.*Nicht zugestellt\s*Der Server des Empfängers lehnt/,
  )
  await expect(details).toContainText(/CC\s*keine\s*BCC\s*keine\s*Status\s*fehlgeschlagen/)
  await expect(row(page, 'gebhard@unbekannt.example')).toHaveAttribute('aria-current', 'true')
  await look(page, 'outbox-details')

  await details.getByRole('button', { name: 'Vorschau' }).click()
  const preview = page.getByRole('dialog', { name: /^Vorschau – Reservierung erhalten/ })
  await expect(preview.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
  await look(page, 'outbox-vorschau')
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(details).toBeVisible()

  await details.getByRole('button', { name: 'Erneut senden' }).click()
  await expect(details.getByText('Wird noch einmal gesendet.')).toBeVisible()
  await portal.mailTo('gebhard@unbekannt.example', /Reservierung/)
  await expect(details.getByText('gesendet', { exact: true })).toBeVisible()
  await expect(details.getByRole('button', { name: 'Erneut senden' })).toBeHidden()
  await look(page, 'outbox-erneut-gesendet')
  await details.getByRole('button', { name: 'Schließen' }).click()
  await expect(details).toBeHidden()
  await expect(said(page, 'Wird noch einmal gesendet.')).toHaveCount(0)

  await page.getByRole('button', { name: 'Vorschau: (ohne Betreff)' }).click()
  await expect(page.getByRole('dialog', { name: 'E-Mail Vorschau' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.getByRole('button', { name: 'Schließen' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the text messages are watched and looked into, and the address says what is shown', async ({
  page,
  portal,
  look,
}) => {
  fillsSms(portal)
  await signsIn(page, portal)
  await page.goto('/admin/outbox')
  await page.getByRole('tab', { name: 'SMS' }).click()
  await expect(page).toHaveURL(/\?tab=sms$/)
  await expect(said(page, 'SMS Logs: 6 Einträge geladen.')).toBeVisible()
  await expect(row(page, '+436600000005')).toContainText(/gesendet\s*SUCCESS/)
  await expect(row(page, '+436600000005')).toContainText('€ 0,1452')
  await expect(row(page, '+436600000003').getByText('nicht zugestellt')).toHaveAttribute('data-tone', 'loss')
  await expect(row(page, '+436600000005').getByText('zugestellt')).toHaveAttribute('data-tone', 'good')
  await expect(row(page, '+436600000001').getByText('unterwegs')).toHaveAttribute('data-tone', 'quiet')
  await look(page, 'outbox-sms')

  await page.getByRole('button', { name: 'Details: SMS an +436600000004' }).click()
  const details = page.getByRole('dialog', { name: 'SMS an +436600000004' })
  await expect(details).toContainText('Wird sie noch einmal gesendet, kann sie zweimal ankommen.')
  await look(page, 'outbox-sms-details')
  await details.getByRole('button', { name: 'Erneut senden' }).click()
  await expect(details.getByRole('alert')).toContainText('Es ist kein SMS-Provider eingerichtet.')
  await look(page, 'outbox-sms-nicht-gesendet')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()

  await page.getByLabel('Suchen').fill('0003')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.getByLabel('Suchen').fill('')
  await page.getByLabel('Status').selectOption({ label: 'stumm' })
  await expect(page).toHaveURL(/\?tab=sms&status=muted$/)
  await page.getByLabel('Suchen').fill('Festnetz')
  await expect(page.getByText('Kein Eintrag passt zu Ihrer Suche.')).toBeVisible()
  await expect(said(page, '6 Einträge geladen. 0 davon passen.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Suchen')).toHaveValue('Festnetz')
  await look(page, 'outbox-nichts-passt')
  await page.getByRole('button', { name: 'Alle Einträge zeigen' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(6)
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'E-Mails' })).toHaveAttribute('aria-selected', 'true')
})
