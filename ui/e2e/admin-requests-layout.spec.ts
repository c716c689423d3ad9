import { expect, test } from './fixtures/admin.ts'
import { addBooking, dayFromToday } from './fixtures/bookings.ts'
import { openWithFewRequests } from './fixtures/cold-page.ts'
import { look } from './fixtures/look.ts'
import { requestsOf } from './fixtures/requests.ts'
import { addFortnight } from './fixtures/sample-weeks.ts'
import { DESK, PHONE } from './fixtures/windows.ts'

/** Returns how the parts of each request are placed relative to one another. Runs in the page. */
function shapesOf(rows: Element[]) {
  /** CSS pixels of a line of the patient's name. */
  const lineHeight = 22
  return rows.map((row) => {
    const [, patient, time, buttons] = [...row.children].map((part) => part.getBoundingClientRect())
    if (!patient || !time || !buttons) throw new Error('a part of the request is missing')
    const nameHeight = row.querySelector('b')?.getBoundingClientRect().height ?? 0
    const isCutOff = (part: Element) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0
    return {
      linesOfName: Math.round(nameHeight / lineHeight),
      isTimeBesidePatient: time.top < patient.bottom,
      areButtonsBelowTime: buttons.top >= time.bottom,
      cutOff: [...row.querySelectorAll('button, a, b')].filter(isCutOff).length,
    }
  })
}

test('in a small window the start page keeps the parts of a request together, and cuts nothing off', async ({
  page,
  portal,
}) => {
  addFortnight(portal)
  await page.setViewportSize({ width: 768, height: 900 })
  await openWithFewRequests(page, '/admin', '3 Anfragen warten')
  const readShapes = () => requestsOf(page).getByRole('listitem').evaluateAll(shapesOf)
  const whole = { linesOfName: 1, isTimeBesidePatient: true, areButtonsBelowTime: true, cutOff: 0 }
  for (const width of [768, 900, 960, 1024, 1100, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(readShapes, { message: `${width} px` }).toEqual([whole, whole, whole])
    if (width === 768) await look(page, 'admin-requests-768')
  }
})

test('a request tomorrow with a long name does not make the start page wider than the window', async ({
  page,
  portal,
}) => {
  const firstName = 'Maximiliane-Theodora'
  const lastName = 'von und zu Hohenembs-Waldburg-Zeil-Trauchburg'
  addBooking(portal, dayFromToday(1), '10:00', { status: 'requested', firstName, lastName })
  await page.goto('/admin')
  await expect(page.getByText(', wartet auf Bestätigung')).toBeAttached()
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size)
    await expect.poll(overflow, { message: `${size.width} px` }).toBe(0)
  }
})
