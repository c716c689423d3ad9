import { describe, expect, it } from 'vitest'
import { saveAbsence } from '../schedule/absences.ts'
import { closeHolidays } from '../schedule/holidays.ts'
import { addDays, HOUR } from '../shared/day.ts'
import { openTestApp } from '../testing/test-app.ts'

describe('GET /api/closures', () => {
  /** Months whose only public holiday after today, 7 January, is Easter Monday. */
  const FIRST_MONTHS = { from: '2027-01-01', to: '2027-04-30' }
  /** A week of surgery, for which patients are given another reason. */
  const WEEK = { from: '2027-02-01', to: '2027-02-05', reason: 'Urlaub' }

  type Closure = Readonly<{ reason: string; resource_id?: string; from: string; to: string }>

  /** Opens the app, which is closed for WEEK. Its title is for the practice, its reason for patients. */
  function openClosedApp() {
    const app = openTestApp()
    const closeDays = (closure: Closure) =>
      saveAbsence(app.ctx(), { kind: 'closure', title: 'Knieoperation', resource_id: null, ...closure })
    const readClosures = ({ from, to }: { from: string; to: string }) =>
      app.browser().get(`/api/closures?from=${from}&to=${to}`)
    closeDays(WEEK)
    return { app, closeDays, readClosures }
  }

  it('returns closures and holidays with their reasons for patients', async () => {
    const { app, closeDays, readClosures } = openClosedApp()
    const day = { from: '2027-03-01', to: '2027-03-01', reason: '' }
    closeDays(day)
    const start = Date.parse('2027-01-12T08:00:00+01:00')
    const block = { kind: 'block', title: 'Knie', resource_id: null, start, end: start + HOUR } as const
    saveAbsence(app.ctx(), block)
    closeHolidays(app.ctx())

    const answer = await readClosures(FIRST_MONTHS)
    const easterMonday = { from: '2027-03-29', to: '2027-03-29', reason: 'Ostermontag' }
    expect([answer.status, answer.json]).toEqual([200, [WEEK, day, easterMonday]])
    expect(answer.text).not.toContain('Knie')
  })

  it('returns equal closures once', async () => {
    const { closeDays, readClosures } = openClosedApp()
    closeDays({ ...WEEK, resource_id: 'doctor-1' })
    expect((await readClosures(FIRST_MONTHS)).json).toEqual([WEEK])
  })

  it('returns the whole closure when only a part of it lies in the range', async () => {
    const { readClosures } = openClosedApp()
    const closuresOf = async (from: string, to: string) => (await readClosures({ from, to })).json
    expect(await closuresOf('2027-01-01', '2027-01-31')).toEqual([])
    expect(await closuresOf('2027-01-01', '2027-02-01')).toEqual([WEEK])
    expect(await closuresOf('2027-02-05', '2027-02-28')).toEqual([WEEK])
    expect(await closuresOf('2027-02-06', '2027-02-28')).toEqual([])
  })

  it('is refused for more than 120 days', async () => {
    const { readClosures } = openClosedApp()
    const { status, json } = await readClosures({ from: '2027-01-07', to: addDays('2027-01-07', 120) })
    const refusal = {
      error: 'invalid',
      message: 'Bitte prüfen Sie Ihre Angaben.',
      fields: { to: 'Höchstens 120 Tage, in zeitlicher Reihenfolge.' },
    }
    expect([status, json]).toEqual([400, refusal])
  })
})
