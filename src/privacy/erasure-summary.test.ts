import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { erpEvents } from '../db/schema.ts'
import { openAppOfTracedPatient, TRACED_EMAIL } from '../testing/traced-patient.ts'
import { erasePatient } from './patient.ts'

describe('the summary of an erasure', () => {
  it('counts the waiting messages, which are not sent any more', async () => {
    const app = await openAppOfTracedPatient()
    app.cancel()
    const listQueued = () => app.rows(`select id from messages where status = 'queued'`)
    const waiting = listQueued().length
    expect(waiting).toBeGreaterThan(0)
    expect(erasePatient(app.ctx(), TRACED_EMAIL)).toMatchObject({ waiting, odooEvents: [], oldCopies: [] })
    expect(listQueued()).toEqual([])
  })

  it('names the events that stay in Odoo and the older copies of the database', async () => {
    const app = await openAppOfTracedPatient()
    app.cancel()
    const { db, now } = app.ctx()
    db.insert(erpEvents)
      .values({
        bookingId: app.bookingId,
        eventId: 4711,
        startsAt: now,
        endsAt: now,
        active: false,
        pushedAt: now,
      })
      .run()
    const copy = join(app.dataDir, 'pre-restore-2026-12-02T000000Z.db')
    writeFileSync(copy, '')
    expect(erasePatient(app.ctx(), TRACED_EMAIL)).toMatchObject({
      odooEvents: [4711],
      oldCopies: [{ file: copy }],
    })
  })
})
