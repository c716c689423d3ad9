import type { Page } from 'playwright/test'
import { expect, openColdPage, test } from './fixtures/admin.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { look } from './fixtures/look.ts'
import { addEmails, addFailedPush, addFailures, addSms, UNREACHED } from './fixtures/messages.ts'
import { photograph } from './fixtures/photograph.ts'
import { connectOdoo } from './fixtures/settings.ts'

/** Calls for the list of e-mails, and for the preview of one of them. */
const LIST_CALLS = '**/api/admin/outbox/emails?*'
const PREVIEW_CALLS = '**/api/admin/outbox/emails/*/preview'

const rowWith = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const statusWith = (page: Page, sentence: string) => page.getByRole('status').filter({ hasText: sentence })

test('the outbox says that it loads, that it is empty and how much it has loaded, page by page', async ({
  page,
  portal,
}) => {
  const answer = await delayAnswers(page, LIST_CALLS)
  await page.goto('/admin/outbox')
  await expect(statusWith(page, 'Lade E-Mail Logs …')).toBeVisible()
  await photograph(page, 'admin-outbox-loading')
  await answer()
  await expect(page.getByText('Keine E-Mail-Einträge vorhanden.')).toBeVisible()
  await photograph(page, 'admin-outbox-empty')
  await page.getByRole('tab', { name: 'SMS' }).click()
  await expect(page.getByText('Keine SMS-Einträge vorhanden.')).toBeVisible()
  await page.getByRole('tab', { name: 'E-Mails' }).click()
  addEmails(portal)
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await test.step('new rows are loaded, and say why one was not sent', async () => {
    await expect(statusWith(page, 'E-Mail Logs: 8 Einträge geladen.')).toBeVisible()
    await expect(rowWith(page, 'theresia@testfall.example')).toContainText(/^Rosa Musterfrau/)
    await expect(rowWith(page, 'gebhard@unbekannt.example')).toContainText('Postfach unbekannt')
  })

  await test.step('a long log is read page by page', async () => {
    // Thirteen times eight e-mails are more than one page of a hundred.
    for (let i = 0; i < 12; i++) addEmails(portal)
    await page.getByRole('button', { name: 'Neu laden' }).click()
    await expect(page.getByRole('tab', { name: 'E-Mails 100+' })).toBeVisible()
    await page.getByRole('button', { name: 'Weitere laden' }).click()
    await expect(statusWith(page, 'E-Mail Logs: 104 Einträge geladen.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Weitere laden' })).toHaveCount(0)
  })
})

test('e-mails are sorted, opened and sent again', async ({ page, portal }) => {
  addEmails(portal)
  await openColdPage(page, '/admin/outbox', 'Outbox Monitor')
  await expect(page.getByRole('tab', { name: 'E-Mails 8' })).toHaveAttribute('aria-selected', 'true')
  await expect(rowWith(page, 'theresia@testfall.example')).toHaveAttribute('aria-current', 'true')
  await expect(rowWith(page, 'jodok@erfunden.example')).toContainText('(ohne Betreff)')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await test.step('the table is sorted by its columns', async () => {
    await page.getByRole('button', { name: 'Empfänger' }).click()
    await expect(page).toHaveURL(/\?sort=recipient$/)
    const column = page.getByRole('columnheader', { name: 'Empfänger' })
    await expect(column).toHaveAttribute('aria-sort', 'ascending')
    await expect(page.getByRole('row').nth(1)).toContainText('gebhard@unbekannt.example')
    await page.getByRole('button', { name: 'Erstellt' }).click()
    await expect(page.getByRole('row').nth(1)).toContainText('niemand@ungenannt.example')
  })

  const details = page.getByRole('dialog', { name: 'Reservierung erhalten' })
  await test.step('a failed e-mail says why, and is previewed', async () => {
    await page.getByLabel('Status').selectOption({ label: 'fehlgeschlagen' })
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await rowWith(page, 'gebhard@unbekannt.example').getByText('Reservierung erhalten').click()
    await expect(details).toContainText(
      /^Reservierung erhalten.*Nicht zugestellt\s*Der Server des Empfängers lehnt/,
    )
    await expect(details).toContainText(/CC\s*keine\s*BCC\s*keine\s*Status\s*fehlgeschlagen/)
    await details.getByRole('button', { name: 'Vorschau' }).click()
    const preview = page.getByRole('dialog', { name: /^Vorschau – Reservierung erhalten/ })
    await expect(preview.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(preview).toBeHidden()
  })

  await test.step('the failed e-mail is sent again', async () => {
    await details.getByRole('button', { name: 'Noch einmal senden' }).click()
    await expect(details.getByText('Wird noch einmal gesendet.')).toBeVisible()
    await portal.mailTo('gebhard@unbekannt.example', /Reservierung/)
    await expect(details.getByText('gesendet', { exact: true })).toBeVisible()
    await expect(details.getByRole('button', { name: 'Noch einmal senden' })).toBeHidden()
    await details.getByRole('button', { name: 'Schließen' }).click()
    await expect(details).toBeHidden()
    await expect(statusWith(page, 'Wird noch einmal gesendet.')).toHaveCount(0)
    await page.getByRole('button', { name: 'Alle Einträge zeigen' }).click()
  })

  await test.step('an e-mail without a subject is previewed, too', async () => {
    await page.getByRole('button', { name: 'Vorschau: (ohne Betreff)' }).click()
    await expect(page.getByRole('dialog', { name: 'E-Mail Vorschau' })).toBeVisible()
  })
})

/** Returns for each row of the table whether it is one line, and which texts are cut off in it. */
function linesOf(page: Page) {
  return page.locator('tbody tr').evaluateAll((rows) =>
    rows.map((tr) => ({
      // A row of two lines is higher than 60 px.
      isOneLine: tr.getBoundingClientRect().height < 60,
      cut: [...tr.querySelectorAll<HTMLElement>('td, td *')]
        .filter((cell) => cell.scrollWidth > cell.clientWidth && cell.clientWidth > 0)
        .map(({ textContent }) => textContent),
    })),
  )
}

test('the banner leads to the failures that it counts, which are sent again or settled', async ({
  page,
  portal,
}) => {
  const [mistyped, called] = UNREACHED.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  addEmails(portal)
  addFailures(portal)
  await page.goto('/admin')
  await page.getByRole('link', { name: '3 E-Mails konnten nicht gesendet werden.' }).click()
  await expect(page).toHaveURL(/\/admin\/outbox\?open=1$/)
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('checkbox', { name: 'Nur offene Fehler (3)' })).toBeChecked()
  await expect(page.getByRole('link', { name: 'Outbox Monitor 3 offene Fehler' })).toBeVisible()
  await test.step('each failure is one line, from a tablet on', async () => {
    for (const width of [768, 1100, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const line = { isOneLine: true, cut: [] }
      await expect.poll(() => linesOf(page), { message: `${width} px` }).toEqual([line, line, line])
      if (width === 768) await look(page, 'admin-outbox-open-768')
    }
  })

  await test.step('a failure is found, its address corrected, and the message sent there', async () => {
    await page.getByLabel('Suchen').fill('testfall theresia')
    await expect(rows).toHaveCount(1)
    await expect(rowWith(page, 'Adresse prüfen: Sie nimmt keine E-Mails an')).not.toContainText('550')

    await page.getByRole('button', { name: `Adresse korrigieren: ${mistyped}` }).click()
    const contact = page.getByRole('dialog', { name: `${mistyped}: Kontaktdaten` })
    await contact.getByLabel('E-Mail').fill('theresia@testfall.example')
    await contact.getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByText('Kontaktdaten gespeichert.')).toBeVisible()
    await page.getByRole('button', { name: 'Schließen' }).click()
    await page.getByRole('button', { name: `An neue Adresse senden: ${mistyped}` }).click()
    await portal.mailTo('theresia@testfall.example', /bestätigt/)
    await expect(page.getByText('Wird noch einmal gesendet.')).toBeVisible()
    await page.getByRole('button', { name: 'Alle Einträge zeigen' }).click()
  })

  await test.step('another failure is settled by a call, and opened again', async () => {
    await page.getByRole('checkbox', { name: 'Nur offene Fehler (2)' }).check()
    await page.getByRole('button', { name: `Angerufen, erledigt: ${called}` }).click()
    await expect(page.getByRole('checkbox', { name: 'Nur offene Fehler (1)' })).toBeVisible()
    await expect(rowWith(page, called ?? '')).toHaveCount(0)
    await page.getByRole('button', { name: 'Rückgängig' }).click()
    await expect(rowWith(page, called ?? '')).toBeVisible()
  })
})

test('a push to Odoo that failed is settled, and opened again', async ({ page, portal }) => {
  // A reading that succeeds would send the failed push again.
  connectOdoo(portal, 'refused')
  addFailedPush(portal)
  await page.goto('/admin')
  await page.getByRole('link', { name: '1 Termin kam nicht nach Odoo.' }).click()
  await expect(page).toHaveURL(/\/admin\/outbox\?tab=odoo&open=1$/)
  await expect(page.getByRole('tab', { name: 'Odoo 1' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: /^Erledigt: / }).click()
  await expect(page.getByText('Als erledigt vermerkt.')).toBeVisible()
  await expect(page.getByText('Hier ist nichts offen.')).toBeVisible()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(page.getByRole('button', { name: /^Erledigt: / })).toBeVisible()
})

test('answers with only the fields of the specification are listed, and open with their preview', async ({
  page,
  portal,
}) => {
  addEmails(portal)
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

test('a preview shows HTML without running scripts, and says when there is none', async ({
  page,
  portal,
}) => {
  addEmails(portal)
  await page.goto('/admin/outbox')
  const dialog = page.getByRole('dialog')
  // The page keeps the preview of an e-mail, so each step opens that of another one.
  let opened = 0
  const openNextPreview = () =>
    page
      .getByRole('button', { name: /^Vorschau:/ })
      .nth(opened++)
      .click()
  const openPreviewWith = async (answer: object) => {
    await page.route(PREVIEW_CALLS, (route) => route.fulfill(answer))
    await openNextPreview()
  }
  const closePreview = async () => {
    await page.unroute(PREVIEW_CALLS)
    await dialog.getByRole('button', { name: 'Schließen' }).click()
    await expect(dialog).toHaveCount(0)
  }

  await test.step('a preview says that it loads', async () => {
    const answer = await delayAnswers(page, PREVIEW_CALLS)
    await openNextPreview()
    await expect(dialog.getByText('Lade Vorschau …')).toBeAttached()
    await answer()
    await closePreview()
  })

  await test.step('a preview without content says so', async () => {
    await openPreviewWith({ json: { subject: 'Probe' } })
    await expect(dialog.getByText('Keine Vorschau verfügbar.')).toBeVisible()
    await expect(dialog).toHaveAccessibleName('Vorschau – Probe')
    await closePreview()
  })

  await test.step('a preview that cannot be loaded says why', async () => {
    await openPreviewWith({ status: 418, contentType: 'text/plain', body: '' })
    await expect(dialog.getByRole('alert')).toContainText('Vorschau konnte nicht geladen werden.')
    await expect(dialog.getByRole('alert')).toContainText(
      'Der Server antwortet gerade nicht richtig (HTTP 418).',
    )
    await closePreview()
  })

  await test.step('HTML is shown, and its scripts do not run', async () => {
    page.on('dialog', () => {
      throw new Error('a script of the e-mail has run')
    })
    const html =
      '<h1>Grüß Gott</h1><script>parent.document.title = "x"</script><img src="x" onerror="alert(1)">'
    const dataUrl = `data:text/html;charset=utf-8;base64,${Buffer.from(html).toString('base64')}`
    await openPreviewWith({ json: { subject: 'Probe', dataUrl } })
    await expect(dialog.frameLocator('iframe').getByRole('heading', { name: 'Grüß Gott' })).toBeVisible()
    await expect(page).toHaveTitle(/^Outbox Monitor/)
  })
})
