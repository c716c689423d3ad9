import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seedDemo } from '../demo.ts'
import { writeSettings } from '../practice/settings.ts'
import { writeWeekUnaudited } from '../schedule/hours.ts'
import { saveResource } from '../schedule/resources.ts'
import { writeServiceUnaudited } from '../schedule/services.ts'
import { insertBooking } from '../testing/bookings.ts'
import { book } from '../testing/factory.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { endDemo } from './demo-end.ts'

const START = '2027-01-12T08:30:00+01:00'
/** The tables that are empty after the end of an unchanged demo. */
const EMPTIED_TABLES = ['services', 'working_hours', 'bookings', 'messages', 'occupations', 'holds']

/** Puts a patient on the waiting list and offers a time, which adds an offer and its e-mail. */
async function offerTime(app: TestApp): Promise<void> {
  const wishes = {
    service_id: 'facial',
    name: 'Rosa',
    email: 'rosa@musterfrau.example',
    not_after: '2027-02-01',
  }
  const { json: entry } = await app.admin().post('/api/admin/waiting-list', wishes)
  const start = '2027-01-13T08:00:00+01:00'
  await app.admin().post(`/api/admin/waiting-list/${entry.id}/offer`, { start })
  expect(app.rows(`select status from messages where kind = 'offer'`)).toEqual([{ status: 'queued' }])
}

describe('the end of the demo', () => {
  it('deletes everything that is unchanged since it was seeded, with its bookings', async () => {
    const app = openTestApp()
    await book(app, app.browser(), START)
    await offerTime(app)
    // The demo itself has five services and no bookings.
    expect(await endDemo(app.ctx())).toEqual({ services: 5, bookings: 1, kept: [] })
    for (const table of EMPTIED_TABLES) expect(app.rows(`select * from ${table}`), table).toEqual([])
    expect(app.rows(`select name from settings where name like 'practice.%'`)).toEqual([])
  })

  it('closes booking, and removes the field about the demo from the status', async () => {
    const app = openTestApp()
    await endDemo(app.ctx())
    const { json } = await app.browser().get('/api/status')
    expect([json.demo, json.booking]).toEqual([undefined, { open: false, cancel_hours: 24 }])
  })

  it('deletes its doctors, except those that the practice has renamed or uses', async () => {
    const app = openTestApp({ empty: true })
    seedDemo(app.ctx(), 3)
    saveResource(app.ctx(), 'doctor-2', { name: 'Dr. Echt' })
    writeServiceUnaudited(app.ctx(), { id: 'labor', name: 'Labor', resourceId: 'doctor-3' })
    saveResource(app.ctx(), 'raum', { name: 'Raum' })
    await endDemo(app.ctx())
    expect(app.rows('select id from resources order by id')).toEqual([
      { id: 'doctor-2' },
      { id: 'doctor-3' },
      { id: 'raum' },
    ])
  })

  it('keeps everything that the practice has changed or added, with its bookings', async () => {
    const app = openTestApp()
    const { db } = app.ctx()
    const bookingOfChanged = insertBooking(db, { serviceId: 'facial' })
    app.changeRows(`update services set price_cents = 17000 where id = 'facial'`)
    writeServiceUnaudited(app.ctx(), { id: 'impfung', name: 'Impfung' })
    const opensAt = 8 * 60
    const onMondays = [[opensAt, 12 * 60]] as const
    writeWeekUnaudited(app.ctx(), [[], onMondays, [], [], [], [], []])
    writeSettings(app.ctx(), 'practice', { name: 'Ordination Dr. Huber' })
    expect(await endDemo(app.ctx())).toEqual({ services: 4, bookings: 0, kept: ['Facial', 'Impfung'] })
    expect(app.rows('select id from bookings')).toEqual([{ id: bookingOfChanged.id }])
    expect(app.rows('select start_min from working_hours')).toEqual([{ start_min: opensAt }])
    expect(app.rows(`select name, value from settings where name like 'practice.%'`)).toEqual([
      { name: 'practice.name', value: '"Ordination Dr. Huber"' },
    ])
  })

  it('happens once, after a backup', async () => {
    const folder = tempDir()
    const app = openTestApp({ file: join(folder, 'ordi.db') })
    expect(await endDemo(app.ctx())).toBeDefined()
    expect(readdirSync(join(folder, 'backups'))).toEqual([
      expect.stringMatching(/^before-demo-end-2027.*\.db$/),
    ])
    expect(await endDemo(app.ctx())).toBeUndefined()
    app.close()
  })

  it('is not undone by the next start', async () => {
    const file = join(tempDir(), 'ordi.db')
    const app = openTestApp({ file })
    await endDemo(app.ctx())
    app.close()

    const restarted = openTestApp({ file, empty: true, config: { demo: true } })
    expect(restarted.rows('select id from services')).toEqual([])
    // The command for a demo still seeds one, because there are no services.
    expect(seedDemo(restarted.ctx())).toBe(true)
    restarted.close()
  })
})
