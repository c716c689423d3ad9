import type { BrowserContext, Page } from 'playwright/test'
import { addBookingWithLinks } from './fixtures/bookings.ts'
import { expectHeading } from './fixtures/headings.ts'
import { answerWithHtml } from './fixtures/intercepted-calls.ts'
import { expect, test } from './fixtures/portal.ts'

// A proxy or an older server may answer a call with HTML. The page then shows that in a frame without rights.

/** Calls for one booking. */
const BOOKING_CALLS = '**/api/bookings/*'

/** Tries to run scripts in two ways, and to send a form from the page around it. */
const HOSTILE_HTML = `<p>Böses</p><script>top.document.title = 'übernommen'</script>
<img src="x" onerror="top.location = 'about:blank'">
<form action="/api/patient/reject" method="post" target="_top"><button>Drücken</button></form>`

/**
 * Opens a page whose errors are not collected, because the browser reports everything that a frame without
 * rights may not do.
 */
function openUncheckedPage(context: BrowserContext): Promise<Page> {
  return context.newPage()
}

test('HTML that answers a cancellation is shown in a frame without any rights', async ({
  portal,
  context,
}) => {
  const page = await openUncheckedPage(context)
  await answerWithHtml(page, '**/api/patient/reject', '<p>Auf Wiedersehen.</p>')
  await page.goto(addBookingWithLinks(portal).cancelUrl)
  await page.getByRole('button', { name: 'Termin stornieren' }).click()
  await expect(page.frameLocator('iframe[title="Ergebnis"]').getByText('Auf Wiedersehen.')).toBeVisible()
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', '')
})

test('HTML instead of an appointment runs no scripts on the page of a patient', async ({
  portal,
  context,
}) => {
  const page = await openUncheckedPage(context)
  await answerWithHtml(page, BOOKING_CALLS, HOSTILE_HTML)
  await page.goto(addBookingWithLinks(portal).cancelUrl)
  await expect(page.frameLocator('iframe').getByText('Böses')).toBeVisible()
  await expect(page).toHaveTitle(/^Termin absagen/)
})

test('HTML instead of an appointment sends no form from the page of the practice', async ({
  portal,
  context,
}) => {
  const page = await openUncheckedPage(context)
  await answerWithHtml(page, BOOKING_CALLS, HOSTILE_HTML)
  await page.goto(addBookingWithLinks(portal).confirmUrl)
  await page.frameLocator('iframe').getByRole('button', { name: 'Drücken' }).click()
  await expect(page).toHaveTitle(/^Termin bestätigen/)
  await expectHeading(page, 'Termin bestätigen')
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', '')
})
