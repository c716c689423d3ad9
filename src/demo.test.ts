import { describe, expect, it } from 'vitest'
import { seedDemo } from './demo.ts'
import { readSettings } from './practice/settings.ts'
import { listFreeSlots } from './schedule/availability.ts'
import { closeHolidays } from './schedule/holidays.ts'
import { listActiveServices } from './schedule/services.ts'
import { openTestApp } from './testing/test-app.ts'

describe('the demo practice', () => {
  it('offers two services for a first visit and three for a return visit', () => {
    const services = listActiveServices(openTestApp().ctx())
    const idsOf = (firstVisit: boolean) =>
      services.filter((service) => service.firstVisit === firstVisit).map(({ id }) => id)
    expect(idsOf(true)).toEqual(['erstordination', 'vorsorgegespraech'])
    expect(idsOf(false)).toEqual(['folgebehandlung', 'akupunktur', 'facial'])
  })

  it('has complete practice data with invented addresses', () => {
    const practice = readSettings(openTestApp().ctx(), 'practice')
    expect(practice).toMatchObject({ city: 'Dornbirn', zip: '6850' })
    for (const value of Object.values(practice)) expect(value).not.toBe('')
    for (const address of [practice.url, practice.terms, practice.impressum])
      expect(new URL(address).hostname).toMatch(/\.example$/)
    expect(practice.mail).toMatch(/\.example$/)
  })

  it('is closed on the public holidays that were closed before', () => {
    const { ctx } = openTestApp({ empty: true })
    closeHolidays(ctx())
    seedDemo(ctx())
    expect(listFreeSlots(ctx(), '2027-05-06', 'facial').starts).toEqual([])
    expect(listFreeSlots(ctx(), '2027-05-07', 'facial').starts).not.toEqual([])
  })

  it('fills only a database without services', () => {
    const { ctx, rows, changeRows } = openTestApp({ empty: true })
    expect(seedDemo(ctx())).toBe(true)
    const readOtherTables = () => [rows('select * from settings'), rows('select * from working_hours')]
    const tablesBefore = readOtherTables()
    changeRows(`update services set name = 'Meine' where id = 'facial'`)
    expect(seedDemo(ctx())).toBe(false)
    expect(rows(`select name from services where id = 'facial'`)).toEqual([{ name: 'Meine' }])
    expect(rows('select id from services')).toHaveLength(5)
    expect(readOtherTables()).toEqual(tablesBefore)
  })
})
