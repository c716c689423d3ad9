import { addBookingWithLinks } from './fixtures/bookings.ts'
import { expectHeading } from './fixtures/headings.ts'
import { answerWithHtml } from './fixtures/intercepted-calls.ts'
import { expect, test } from './fixtures/portal.ts'

const BOOKING_CALLS = '**/api/bookings/*'
/** Tries to run scripts in two ways, and to send a form from the page around it. */
const HOSTILE_HTML = `<p>Böses</p><script>top.document.title = 'übernommen'</script>
<img src="x" onerror="top.location = 'about:blank'">
<form action="/api/patient/reject" method="post" target="_top"><button>Drücken</button></form>`

test('HTML in an answer is shown in a frame without any rights', async ({ portal, context }) => {
  const { confirm, cancel } = addBookingWithLinks(portal)
  // The browser reports everything that such a frame may not do. Errors of a page that the test opens itself
  // are not collected.
  const page = await context.newPage()
  await answerWithHtml(page, '**/api/patient/reject', '<p>Auf Wiedersehen.</p>')
  await page.goto(cancel)
  await page.getByRole('button', { name: 'Termin stornieren' }).click()
  await expect(page.frameLocator('iframe[title="Ergebnis"]').getByText('Auf Wiedersehen.')).toBeVisible()
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', '')

  await answerWithHtml(page, BOOKING_CALLS, HOSTILE_HTML)
  await page.goto(cancel)
  await expect(page.frameLocator('iframe').getByText('Böses')).toBeVisible()
  await expect(page).toHaveTitle(/^Termin absagen/)
  await page.goto(confirm)
  await page.frameLocator('iframe').getByRole('button', { name: 'Drücken' }).click()
  await expect(page).toHaveTitle(/^Termin bestätigen/)
  await expectHeading(page, 'Termin bestätigen')
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', '')
})
