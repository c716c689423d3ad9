import { ADMIN, expect, test } from './fixtures/admin.ts'
import { addFortnight } from './fixtures/bookings.ts'

test('the start page shows open requests, and they are decided there', async ({ page, portal }) => {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Keine Anfrage wartet' })).toBeVisible()
  addFortnight(portal)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '3 Anfragen warten' })).toBeVisible()
  await expect(page.getByText('seit 19 Std.')).toBeVisible()
  await expect(page.getByText('Wilma Niemand')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Buchungen je Woche' })).toBeVisible()

  await page.getByRole('button', { name: 'Anfrage von Jodok Erfunden bestätigen' }).click()
  await page.getByLabel(/Nachricht an/).fill('Bitte nüchtern kommen.')
  await page.getByRole('button', { name: 'Termin von Jodok Erfunden: Bestätigen' }).click()
  await expect(page.getByText('Termin wurde bestätigt und der Patient informiert.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '2 Anfragen warten' })).toBeVisible()
  const mail = await portal.mailTo('jodok.erfunden@patient.example', /bestätigt/)
  expect(mail.text).toContain('Bitte nüchtern kommen.')

  await page.getByRole('button', { name: 'Anfrage von Rosa Musterfrau ablehnen' }).click()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Anfrage von Rosa Musterfrau ablehnen' }).click()
  await page.getByRole('button', { name: 'Termin von Rosa Musterfrau: Ablehnen' }).click()
  await expect(page.getByText('Termin wurde abgelehnt und der Patient informiert.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '1 Anfrage wartet' })).toBeVisible()
  expect(portal.rows(`select status from bookings where last_name in ('Erfunden', 'Musterfrau')`)).toEqual([
    { status: 'confirmed' },
    { status: 'rejected' },
  ])
})

test('appointments are searched, opened, cancelled and exported', { tag: '@phone' }, async ({
  page,
  portal,
}) => {
  await page.goto('/admin/bookings?view=list')
  await expect(page.getByText('Hier stehen Termine. Für diese Auswahl gibt es keine.')).toBeVisible()
  addFortnight(portal)
  await page.reload()
  await expect(page.getByText('Emil Testfall')).toBeVisible()

  await page.getByLabel('Suche').fill('platzhalter')
  await expect(page.getByText('1 bis 1 von 1')).toBeVisible()
  await expect(page.getByText('Notburga Platzhalter-Ungenannt')).toBeVisible()
  await expect(page.getByText('Emil Testfall')).toBeHidden()
  await expect(page).toHaveURL(/search=platzhalter/)
  await page.getByLabel('Suche').fill('')
  await page.getByLabel('Status').selectOption({ label: 'Storniert' })
  await expect(page.getByText('Gebhard Unbekannt')).toBeVisible()
  await expect(page.getByText('Emil Testfall')).toBeHidden()
  await page.getByLabel('Status').selectOption({ label: 'Alle' })

  await page.getByRole('row').filter({ hasText: 'Emil Testfall' }).getByRole('button').first().click()
  const details = page.getByRole('dialog', { name: 'Emil Testfall' })
  await expect(details.getByText('Bitte nüchtern kommen.')).toBeVisible()
  await expect(details.getByText('emil.testfall@patient.example')).toBeVisible()
  await expect(details.getByText('Österreich')).toBeVisible()
  await details.getByRole('button', { name: 'Termin stornieren' }).click()
  await page.getByRole('button', { name: 'Termin von Emil Testfall: Stornieren' }).click()
  await expect(details.getByText('Termin wurde storniert und der Patient informiert.')).toBeVisible()
  await expect(details.getByText(`Storniert von: ${ADMIN.email}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(page).not.toHaveURL(/booking=/)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toBe('termine.csv')
  await page.goto('/admin/bookings?view=list&booking=gibt-es-nicht')
  await expect(page.getByText('Der Termin konnte nicht gefunden werden.')).toBeVisible()
})
