import { expect, test } from './fixtures/admin.ts'
import { addSms } from './fixtures/messages.ts'
import { rowWith, statusWith } from './fixtures/outbox.ts'

test('SMS are filtered and opened, and the address says what is shown', async ({ page, portal }) => {
  addSms(portal)
  await page.goto('/admin/outbox')
  await expect(page.getByText('Keine E-Mail-Einträge vorhanden.')).toBeVisible()
  await page.getByRole('tab', { name: 'SMS' }).click()
  await expect(page).toHaveURL(/\?tab=sms$/)
  await expect(statusWith(page, 'SMS Logs: 6 Einträge geladen.')).toBeVisible()
  await expect(rowWith(page, '+43 660 0000005')).toContainText(/^Rosa Musterfrau.*gesendet\s*€\s0,15/)
  await expect(rowWith(page, '+43 660 0000005')).not.toContainText('SUCCESS')
  await expect(rowWith(page, '+43 660 0000003')).toContainText('nicht zugestellt')
  await expect(rowWith(page, '+43 660 0000001')).toContainText('unterwegs')

  await test.step('a failed SMS is settled by a call, and opened again', async () => {
    await page.getByRole('button', { name: 'Details: SMS an +43 660 0000004' }).click()
    const details = page.getByRole('dialog', { name: 'SMS an +43 660 0000004' })
    await expect(details).toContainText('Es ist kein SMS-Provider eingerichtet.')
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

  await test.step('SMS are searched and filtered, and the address keeps search and filter', async () => {
    await page.getByLabel('Suchen').fill('0003')
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await page.getByLabel('Suchen').fill('')
    await page.getByLabel('Status').selectOption({ label: 'stumm' })
    await expect(page).toHaveURL(/\?tab=sms&status=muted$/)
    await page.getByLabel('Suchen').fill('Festnetz')
    await expect(page.getByText('Kein Eintrag passt zu Ihrer Suche.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Suchen')).toHaveValue('Festnetz')
    await page.getByRole('button', { name: 'Alle Einträge zeigen' }).click()
    await expect(page.locator('tbody tr')).toHaveCount(6)
    await page.goBack()
    await expect(page.getByRole('tab', { name: 'E-Mails' })).toHaveAttribute('aria-selected', 'true')
  })
})
