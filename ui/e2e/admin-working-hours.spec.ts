import { readWeek } from '../../src/schedule/hours.ts'
import { expect, openAdminPage } from './fixtures/admin.ts'
import { expectText, pressSave } from './fixtures/controls.ts'
import { CONFLICT, test } from './fixtures/settings.ts'

/** The place of Saturday in a week that begins on Sunday. */
const SATURDAY = 6

test('working hours are typed, copied and saved', async ({ page, portal, colleaguePuts }) => {
  /** The blocks of Saturday, in minutes since midnight. */
  const hoursOfSaturday = () => readWeek(portal.ctx())[SATURDAY]
  await openAdminPage(page, '/admin/settings/working-hours', 'Arbeitszeiten')
  await test.step('impossible times are refused', async () => {
    await page.getByLabel('Montag Block 1 Ende').fill('7')
    await page.getByLabel('Samstag Block 1 Start').fill('neun')
    await page.getByLabel('Samstag Block 1 Ende').fill('12')
    await pressSave(page)
    await expectText(page, 'Montag Block 1: Ende muss nach dem Start liegen.')
    await expectText(page, 'Samstag Block 1: Ungültige Zeitangabe.')
  })

  await test.step('the hours of a day are copied to others', async () => {
    await page.getByLabel('Montag Block 1 Ende').fill('1230')
    await page.getByRole('button', { name: 'Zeiten von Montag auf andere Tage übertragen' }).click()
    await page.getByRole('button', { name: 'Übertragen', exact: true }).click()
    await page.getByRole('button', { name: 'Samstag schließen' }).click()
    await pressSave(page)
    await expectText(page, 'Arbeitszeiten gespeichert.')
    await expect(page.getByLabel('Freitag Block 1 Ende')).toHaveValue('12:30')
    expect(hoursOfSaturday()).toEqual([])
  })

  await test.step('Enter completes the time that is being typed, and saves', async () => {
    await page.getByLabel('Samstag Block 1 Start').fill('9')
    await page.getByLabel('Samstag Block 1 Ende').fill('1130')
    await expect(page.getByText('Arbeitszeiten gespeichert.')).toBeHidden()
    await page.keyboard.press('Enter')
    await expectText(page, 'Arbeitszeiten gespeichert.')
    await expect(page.getByLabel('Samstag Block 1 Ende')).toHaveValue('11:30')
    expect(hoursOfSaturday()).toEqual([[9 * 60, 11.5 * 60]])
  })

  await test.step('the hours of a colleague are shown and taken over', async () => {
    await colleaguePuts('/settings/working-hours', {
      workingHours: { 1: [{ start: '09:00', end: '11:00' }] },
    })
    await page.getByLabel('Sonntag Block 1 Start').fill('9')
    await page.getByLabel('Sonntag Block 1 Ende').fill('10')
    await pressSave(page)
    await expectText(page, CONFLICT)
    await expectText(page, 'Montag: 09:00–11:00')
    await page.getByRole('button', { name: 'Andere Fassung laden' }).click()
    await expect(page.getByLabel('Montag Block 1 Start')).toHaveValue('09:00')
  })
})
