import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openAppliance } from '../appliance.ts'
import { readConfig } from '../config.ts'
import { openLog } from '../log.ts'
import type { MailPort, Posted } from '../messaging/mail.ts'
import { HOUR, MINUTE } from '../rules/day.ts'
import { aDirectory } from '../testing/directory.ts'
import { aHold, proveEmail } from '../testing/factory.ts'
import { type House, openHouse } from '../testing/house.ts'

/** A house whose whole clockwork is moved by hand. */
function openTickingHouse(send: MailPort['send'] = async () => ({ ok: true })) {
  const lines: string[] = []
  const log = openLog({ logLevel: 'info' }, { write: (line) => lines.push(line) })
  const house = openHouse({ ports: { mail: { send }, log } })
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: Date.now(),
  })
  const logged = () =>
    lines.map((line) => JSON.parse(line) as { level: string; msg: string; job?: string; err?: Error })
  return { ...house, logged, tick: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds) }
}

const askForMail = (house: House, i = 0) =>
  house.browser().post('/api/email/send', { email: `patient${i}@musterfrau.example` })

describe('the clockwork', () => {
  it('delivers what is due within seconds', async () => {
    const house = openTickingHouse()
    const stop = house.startJobs()
    await askForMail(house)
    await house.tick(3_500)
    expect(house.rows('select status from emails')).toEqual([{ status: 'sent' }])
    await stop()
  })

  it('sweeps expired holds within a minute, and leaves the others', async () => {
    const house = openTickingHouse()
    const browser = house.browser()
    await proveEmail(house, browser)
    await browser.post('/api/hold', aHold())
    const stop = house.startJobs()
    await house.tick(9 * MINUTE)
    expect(house.rows('select id from holds')).toHaveLength(1)
    await house.tick(2 * MINUTE)
    expect([house.rows('select id from holds'), house.rows('select id from occupations')]).toEqual([[], []])
    await stop()
  })

  it.each([
    ['an ordinary night', '2027-01-20'],
    ['the night in which an hour is missing', '2027-03-28'],
    ['the night in which an hour comes twice', '2027-10-31'],
  ])(
    'cleans up once in %s',
    async (_, day) => {
      const house = openTickingHouse()
      vi.setSystemTime(Date.parse(`${day}T00:58:00Z`))
      const old = Date.now() - 48 * HOUR
      const add = () => {
        house.rows('insert into attempts (subject, at) values (?, ?) returning id', 'old', old)
        house.rows('insert into spent_challenges values (?, ?) returning 1', String(Math.random()), old)
        house.rows(
          `insert into email_proofs (email, browser, token, code, created_at, expires_at) values ('a', 'b', ?, 'd', ?, ?) returning id`,
          String(Math.random()),
          old,
          old,
        )
      }
      const left = () =>
        ['attempts', 'spent_challenges', 'email_proofs'].map(
          (table) => house.rows(`select 1 from ${table}`).length,
        )
      add()
      const stop = house.startJobs()
      await house.tick(HOUR + 24 * MINUTE)
      expect(left()).toEqual([1, 1, 1])
      await house.tick(2 * MINUTE)
      expect(left()).toEqual([0, 0, 0])
      add()
      await house.tick(5 * MINUTE)
      expect(left()).toEqual([1, 1, 1])
      await stop()
    },
    30_000,
  )

  it('backs up once a night, and again before the next only if the last was lost', async () => {
    const dataDir = aDirectory()
    const backups = () => (existsSync(join(dataDir, 'backups')) ? readdirSync(join(dataDir, 'backups')) : [])
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      now: Date.parse('2027-01-20T01:10:00Z'),
    })
    const appliance = openAppliance(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
    const turns = async (milliseconds: number) => {
      const stop = appliance.startJobs()
      await vi.advanceTimersByTimeAsync(milliseconds)
      // Copying is real work on a thread of its own; stopping waits for it.
      await stop()
    }
    await turns(6 * MINUTE)
    expect(backups()).toEqual(['ordi-2027-01-20T011500Z.db'])
    await turns(3 * HOUR)
    expect(backups()).toEqual(['ordi-2027-01-20T011500Z.db'])
    rmSync(join(dataDir, 'backups'), { recursive: true })
    await turns(HOUR)
    expect(backups()).toEqual(['ordi-2027-01-20T051500Z.db'])
    appliance.close()
  })

  it('goes on when a job fails: it is logged and tried again, and the others do not notice', async () => {
    const house = openTickingHouse()
    house.ctx().db.$client.exec('alter table holds rename to mislaid')
    const stop = house.startJobs()
    await askForMail(house)
    await house.tick(2 * MINUTE)
    const failed = house.logged().filter(({ msg }) => msg === 'job failed')
    expect(failed).toHaveLength(2)
    expect(failed[0]).toMatchObject({
      level: 'error',
      job: 'sweep holds',
      err: { message: expect.stringContaining('holds') },
    })
    expect(house.rows('select status from emails')).toEqual([{ status: 'sent' }])
    house.ctx().db.$client.exec('alter table mislaid rename to holds')
    await house.tick(2 * MINUTE)
    expect(house.logged().filter(({ msg }) => msg === 'job failed')).toHaveLength(2)
    await stop()
  })

  it('never runs a job twice at the same time', async () => {
    let running = 0
    let most = 0
    const house = openTickingHouse(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 20_000))
      running -= 1
      return { ok: true }
    })
    for (let i = 0; i < 3; i++) await askForMail(house, i)
    const stop = house.startJobs()
    await house.tick(2 * MINUTE)
    expect(most).toBe(1)
    expect(house.rows(`select id from emails where status = 'sent'`)).toHaveLength(3)
    await stop()
  })

  it('catches up once after a machine slept', async () => {
    const sent: string[] = []
    const house = openTickingHouse(async ({ to }) => {
      sent.push(String(to))
      return { ok: true }
    })
    const stop = house.startJobs()
    await askForMail(house)
    vi.setSystemTime(Date.now() + 20 * MINUTE)
    await house.tick(10_000)
    expect(sent).toHaveLength(1)
    await stop()
  })

  it('takes the turn that was missed, once and at once, and says nothing of the hundreds before', async () => {
    const house = openTickingHouse()
    const said = vi.spyOn(console, 'log').mockImplementation(() => {})
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.setSystemTime(Date.parse('2027-01-20T02:00:00Z'))
    house.rows('insert into attempts (subject, at) values (?, ?) returning id', 'old', Date.now() - 48 * HOUR)
    const stop = house.startJobs()
    await house.tick(1_000)
    vi.setSystemTime(Date.parse('2027-01-20T09:00:00Z'))
    // A timer does not count the time asleep, so the night's one rings later by as much.
    await house.tick(24 * MINUTE)
    expect(house.rows('select id from attempts')).toEqual([])
    expect([said.mock.calls, warned.mock.calls, house.logged()]).toEqual([[], [], []])
    await stop()
  })
})

describe('stopping the clockwork', () => {
  it('waits for what is under way, and starts nothing any more', async () => {
    let finish: (posted: Posted) => void = () => {}
    const house = openTickingHouse(() => new Promise((resolve) => (finish = resolve)))
    await askForMail(house)
    const stop = house.startJobs()
    await house.tick(3_500)
    expect(house.rows('select status from emails')).toEqual([{ status: 'sending' }])
    let stopped = false
    const stopping = stop().then(() => {
      stopped = true
    })
    await house.tick(10_000)
    expect(stopped).toBe(false)
    finish({ ok: true })
    await stopping
    expect(house.rows('select status from emails')).toEqual([{ status: 'sent' }])
    await askForMail(house, 1)
    await house.tick(10 * MINUTE)
    expect(house.rows('select status from emails')).toEqual([{ status: 'sent' }, { status: 'queued' }])
    expect(vi.getTimerCount()).toBe(0)
  })
})
