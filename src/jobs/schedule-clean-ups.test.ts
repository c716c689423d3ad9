import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openApp } from '../app.ts'
import { decideBooking } from '../booking/decisions.ts'
import { readConfig } from '../config.ts'
import { insertMessage } from '../messaging/outbox/queue.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertAdmin } from '../testing/admins.ts'
import { insertBooking } from '../testing/bookings.ts'
import { aHold, book, verifyEmailAddress } from '../testing/factory.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { fakeTimers, openTimedApp } from '../testing/timed-app.ts'
import { waitUntil } from '../testing/wait-until.ts'

describe('the jobs that clean up and back up', () => {
  it('delete expired holds within a minute', async () => {
    const app = openTimedApp()
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    await browser.post('/api/hold', aHold())
    const stop = app.startJobs()
    // A hold lasts for ten minutes.
    await app.tick(9 * MINUTE)
    expect(app.rows('select id from holds')).toHaveLength(1)
    await app.tick(2 * MINUTE)
    expect(app.rows('select id from holds')).toEqual([])
    expect(app.rows('select id from occupations where hold_id is not null')).toEqual([])
    await stop()
  })

  it('count each day of the last two years within a minute, for the practice’s figures', async () => {
    const app = openTimedApp()
    insertBooking(app.ctx().db, { startsAt: Date.now() - DAY_LENGTH })
    const stop = app.startJobs()
    await app.tick(MINUTE + 500)
    const readCountedDays = () =>
      app.rows(`select count(*) as days, sum(counts <> '[]') as with_bookings from counted_days`)
    // Counting takes a second of real time, and more on a busy machine.
    await waitUntil(() => expect(readCountedDays()).toEqual([{ days: 2 * 365, with_bookings: 1 }]))
    await stop()
  })

  it('delete data past their retention period, a minute after the start', async () => {
    const app = openTimedApp()
    // A social security number, stored encrypted, is kept for 30 days unless the practice sets something
    // else.
    insertBooking(app.ctx().db, { startsAt: Date.now() - 31 * DAY_LENGTH, svnr: 'v1:x:y:z' })
    const stop = app.startJobs()
    await app.tick(MINUTE + 500)
    await waitUntil(() => expect(app.rows('select svnr from bookings')).toEqual([{ svnr: null }]))
    await app.tick(MINUTE)
    await stop()
  })

  it('clean up a minute after the start, and then hourly, even by day', async () => {
    const app = openTimedApp()
    // Every kind of these rows is outdated after two days.
    const twoDaysAgo = Date.now() - 48 * HOUR
    const adminId = insertAdmin(app)
    const addOldRows = () =>
      app.ctx().db.$client.exec(`
        insert into attempts (subject, at) values ('old', ${twoDaysAgo});
        insert into spent_challenges values (hex(randomblob(8)), ${twoDaysAgo});
        insert into email_verifications (email, browser, token, code, expires_at)
          values ('a', 'b', hex(randomblob(8)), 'd', ${twoDaysAgo});
        insert into sessions (token, admin_id, device, created_at, seen_at)
          values (hex(randomblob(8)), ${adminId}, '', ${twoDaysAgo}, ${twoDaysAgo});`)
    const countOldRows = () =>
      ['attempts', 'spent_challenges', 'email_verifications', 'sessions'].map(
        (table) => app.rows(`select 1 from ${table}`).length,
      )
    addOldRows()
    const stop = app.startJobs()
    await app.tick(MINUTE + 500)
    await waitUntil(() => expect(countOldRows()).toEqual([0, 0, 0, 0]))

    // It is 13:41 now, so the next full hour is 19 minutes away.
    addOldRows()
    await app.tick(18 * MINUTE)
    expect(countOldRows()).toEqual([1, 1, 1, 1])
    await app.tick(MINUTE)
    await waitUntil(() => expect(countOldRows()).toEqual([0, 0, 0, 0]))
    await stop()
  })

  it('pack e-mails at night', async () => {
    const app = openTimedApp()
    const content = { kind: 'confirmed', recipient: 'rosa@musterfrau.example', text: 'Bestätigt.' } as const
    insertMessage(app.ctx(), { channel: 'email', ...content }, { status: 'sent' })
    const countPacked = () => app.rows('select id from messages where packed is not null').length
    // In Vienna, half a minute before the job's time, 01:30 in UTC.
    app.setClock('2027-01-09T02:29:30+01:00')
    const stop = app.startJobs()
    await app.tick(29_500)
    expect(countPacked()).toBe(0)
    await app.tick(1_000)
    await waitUntil(() => expect(countPacked()).toBe(1))
    await stop()
  })

  it('remove dead links from stored e-mails within minutes', async () => {
    const app = openTimedApp()
    await app
      .admin()
      .post('/api/admin/people', { email: 'neu@ordination.example', name: 'Neu', role: 'doctor' })
    const { id } = (await book(app, app.browser(), '2027-01-11T08:30:00+01:00')).json
    /** Returns the kinds of the messages that contain a link with which somebody can decide or sign in. */
    const kindsWithLink = () =>
      app.rows<{ kind: string }>(
        `select kind from messages where text like '%&sig=%' or text like '%/admin/invitation%' order by kind`,
      )
    const stop = app.startJobs()
    await app.tick(2 * MINUTE)
    expect(kindsWithLink()).toEqual([{ kind: 'invitation' }, { kind: 'new-reservation' }])
    decideBooking(app.ctx(), id, { decision: 'confirm' })
    app.changeRows('update admins set invitation_expires_at = ? where name = ?', Date.now(), 'Neu')
    await app.tick(2 * MINUTE + 1_000)
    await waitUntil(() => expect(kindsWithLink()).toEqual([]))
    await stop()
  })

  it('back up at night, and again when that backup was deleted', async () => {
    const dataDir = tempDir()
    const folder = join(dataDir, 'backups')
    const listBackups = () => (existsSync(folder) ? readdirSync(folder) : [])
    fakeTimers(Date.parse('2027-01-20T01:20:00Z'))
    const app = openApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
    /** Lets the portal run for six minutes from this time on. */
    const runAt = async (time: string) => {
      vi.setSystemTime(Date.parse(`2027-01-20T${time}:00Z`))
      const stop = app.startJobs()
      await vi.advanceTimersByTimeAsync(6 * MINUTE)
      // The copy is made by another thread, in real time. Stopping waits for it.
      await stop()
    }
    // The last nightly backup was due at 01:15.
    await runAt('01:20')
    expect(listBackups()).toEqual(['ordi-2027-01-20T012101Z.db'])
    rmSync(folder, { recursive: true })
    await runAt('05:10')
    expect(listBackups()).toEqual(['ordi-2027-01-20T051101Z.db'])
    app.close()
  })
})
