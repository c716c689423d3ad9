import { expect, test } from './fixtures/admin.ts'
import { addSms } from './fixtures/messages.ts'
import { rowWith, statusWith } from './fixtures/outbox.ts'

// `addSms` adds six SMS. Five numbers end in 0001 to 0005; the sixth is of the fixed network, so its SMS is
// muted.

test('the SMS have their own tab, which says what became of each', async ({ page, portal }) => {
  addSms(portal)
  await page.goto('/admin/outbox')
  await expect(page.getByText('Keine E-Mail-Einträge vorhanden.')).toBeVisible()
  await page.getByRole('tab', { name: 'SMS' }).click()
  await expect(page).toHaveURL(/\?tab=sms$/)
  await expect(statusWith(page, 'SMS Logs: 6 Einträge geladen.')).toBeVisible()
  const delivered = rowWith(page, '+43 660 0000005')
  // The provider's own code is beside our word.
  await expect(delivered).toContainText(/^Rosa Musterfrau.*gesendet\s*SUCCESS\s*€\s0,15/)
  await expect(rowWith(page, '+43 660 0000003')).toContainText('nicht zugestellt')
  await expect(rowWith(page, '+43 660 0000001')).toContainText('unterwegs')
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'E-Mails' })).toHaveAttribute('aria-selected', 'true')
})

test('a failed SMS is settled by a call, and opened again', async ({ page, portal }) => {
  addSms(portal)
  await page.goto('/admin/outbox?tab=sms')
  await page.getByRole('button', { name: 'Details: SMS an +43 660 0000004' }).click()
  const details = page.getByRole('dialog', { name: 'SMS an +43 660 0000004' })
  await expect(details).toContainText('Es ist kein SMS-Provider eingerichtet.')
  // Its send status is our own word for an unknown outcome.
  await expect(details).toContainText('ungewiss')
  await expect(details).not.toContainText('Code des Providers')
  await expect(details.getByRole('link', { name: /^Anrufen: Rosa Musterfrau/ })).toHaveAttribute(
    'href',
    /^tel:\+43/,
  )
  await details.getByRole('button', { name: 'Angerufen, erledigt' }).click()
  await expect(details).toContainText(/Erledigt von gerda@ordination.example, /)
  await details.getByRole('button', { name: 'Wieder öffnen' }).click()
  await expect(details.getByRole('button', { name: 'Angerufen, erledigt' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
})

test('SMS are searched and filtered, and the URL keeps search and filter', async ({ page, portal }) => {
  addSms(portal)
  await page.goto('/admin/outbox?tab=sms')
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(6)
  await page.getByLabel('Suchen').fill('0003')
  await expect(rows).toHaveCount(1)
  await page.getByLabel('Suchen').fill('')
  await page.getByLabel('Status').selectOption({ label: 'stumm' })
  await expect(page).toHaveURL(/\?tab=sms&status=muted$/)
  await page.getByLabel('Suchen').fill('Festnetz')
  await expect(page.getByText('Kein Eintrag passt zu Ihrer Suche.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Suchen')).toHaveValue('Festnetz')
  await page.getByRole('button', { name: 'Alle Einträge zeigen' }).click()
  await expect(rows).toHaveCount(6)
})
