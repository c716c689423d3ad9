import { describe, expect, it } from 'vitest'
import { closeHolidays } from '../../schedule/holidays.ts'
import { openTestApp } from '../../testing/test-app.ts'

describe('a holiday', () => {
  it('is closed until the practice opens it', async () => {
    const app = openTestApp()
    closeHolidays(app.ctx())
    const admin = app.admin()
    const listHolidays = async () => (await admin.get('/api/admin/holidays?year=2027')).json
    const closedHolidays = await listHolidays()
    // Two of the thirteen holidays of 2027 are over at NOW, 7 January.
    expect(closedHolidays).toHaveLength(11)
    const easterMonday = { date: '2027-03-29', name: 'Ostermontag', open: false }
    expect(closedHolidays[0]).toEqual(easterMonday)

    const opened = await admin.put('/api/admin/holidays/2027-03-29', { open: true })
    expect([opened.status, opened.json]).toEqual([200, { ...easterMonday, open: true }])
    expect(await listHolidays()).toContainEqual({ ...easterMonday, open: true })
  })

  it('is neither listed nor deleted like other absences', async () => {
    const app = openTestApp()
    closeHolidays(app.ctx())
    const admin = app.admin()
    expect(app.rows('select id from absences where id = 1')).toHaveLength(1)
    expect((await admin.delete('/api/admin/absences/1')).status).toBe(404)
    expect((await admin.get('/api/admin/absences')).json).toEqual([])
  })

  it.each(['', '27', '2019', '2101', '20270', 'zwei'])('is not listed for the year %j', async (year) => {
    const { status, json } = await openTestApp().admin().get(`/api/admin/holidays?year=${year}`)
    expect([status, json.fields]).toEqual([400, { year: 'Bitte ein Jahr von 2020 bis 2100 angeben.' }])
  })

  it('cannot be opened on a day that is not a holiday', async () => {
    const { status, json } = await openTestApp().admin().put('/api/admin/holidays/2027-03-19', { open: true })
    expect([status, json.message]).toEqual([404, 'An diesem Tag kommt kein Feiertag.'])
  })

  it('is opened or closed by true or false only', async () => {
    const { status, json } = await openTestApp().admin().put('/api/admin/holidays/2027-03-29', { open: 'ja' })
    expect([status, json.fields]).toEqual([400, { open: 'Bitte true oder false angeben.' }])
  })
})
