import { countLiveHolds } from '../../src/booking/live-holds.ts'
import { insertHold } from '../../src/testing/bookings.ts'
import { expect, test } from './fixtures/admin.ts'
import { dayFromToday, instantAt } from './fixtures/bookings.ts'
import { LOOKS_ON_PHONE, look } from './fixtures/look.ts'

test(
  'the times that strangers hold are shown, and all of them freed at once',
  LOOKS_ON_PHONE,
  async ({ page, portal }) => {
    for (let i = 0; i < 6; i++)
      insertHold(portal.ctx().db, {
        email: `fremd${i}@patient.example`,
        now: Date.now(),
        startsAt: instantAt(dayFromToday(10 + i), '08:30'),
      })
    await page.goto('/admin')
    const notice = page.getByRole('region', { name: 'Bitte beachten' })
    await expect(notice.getByText('6 Zeiten sind gerade reserviert')).toBeVisible()
    await look(page, 'dashboard-held-times')
    await notice.getByRole('button', { name: 'Zeiten freigeben …' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look(page, 'dashboard-release-holds')
    await page.getByRole('button', { name: 'Zeiten freigeben', exact: true }).click()
    await expect(notice.getByText('6 Zeiten sind wieder frei.')).toBeVisible()
    await expect(notice.getByText('gerade reserviert')).toBeHidden()
    expect(countLiveHolds(portal.ctx())).toBe(0)
  },
)
