import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { resolveHostBySystem } from '../access/guarded-call.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { listen } from '../testing/loopback.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp, recordLog } from '../testing/test-app.ts'
import { startProgram } from '../testing/test-program.ts'
import { addCalendar } from './calendars.ts'
import { readCalendarNow } from './reading.ts'

const FIRST = Date.parse('2027-01-08T00:00:00Z')
const TIMES = 1_500
/** A calendar of `TIMES` half hours, each beginning this many minutes past the hour. */
const calendar = (minutes: number) => `BEGIN:VCALENDAR
BEGIN:VEVENT
DTSTART:20270108T00${String(minutes).padStart(2, '0')}00Z
DURATION:PT30M
RRULE:FREQ=HOURLY;COUNT=${TIMES}
END:VEVENT
END:VCALENDAR
`
/** The starts of the half hours in `calendar`. */
const startsOf = (minutes: number) =>
  Array.from({ length: TIMES }, (_, hour) => FIRST + hour * HOUR + minutes * MINUTE)

it('the next reading repairs a calendar whose reading was killed while storing', async () => {
  const DATA_DIR = tempDir()
  const app = openTestApp({ config: { allowPrivateTargets: true }, file: join(DATA_DIR, 'ordi.db') })
  let minutes = 0
  const url = await listen((_, response) => response.setHeader('etag', `"${minutes}"`).end(calendar(minutes)))
  const id = addCalendar(app.ctx(), { name: 'Privat', url, resource_id: null, busy_only: true })
  const readCalendar = () =>
    readCalendarNow(app.ctx, id, { resolveHost: resolveHostBySystem, log: recordLog().log })
  const readAndDie = async (DIES: string) => {
    const { appSecret: APP_SECRET } = app.ctx().config
    const child = startProgram('read-calendar', { DATA_DIR, APP_SECRET, DIES })
    const [, signal] = await once(child, 'exit')
    return signal
  }
  const readStored = () => {
    const pluck = <T>(sql: string) => app.ctx().db.$client.prepare<[], T>(sql).pluck().all()
    const starts = pluck<number>('select starts_at from absences where calendar_id = 1 order by 1')
    const occupied = pluck('select starts_at from occupations where absence_id is not null order by 1')
    expect([pluck('pragma integrity_check'), occupied]).toEqual([['ok'], starts])
    return { starts, etag: pluck<string | null>('select etag from calendars')[0] }
  }
  const before = startsOf(0)
  const after = startsOf(15)

  expect(await readCalendar()).toBe('stored')
  expect(readStored()).toEqual({ starts: before, etag: '"0"' })
  minutes = 15
  // The parts before the kill have the new times, and the others still the old ones.
  const killedAt = 900
  expect(await readAndDie(`insert on occupations when new.starts_at = ${after[killedAt]}`)).toBe('SIGKILL')
  const { starts, etag } = readStored()
  // The old times start on the hour.
  const firstOld = starts.findIndex((start) => start % HOUR === 0)
  expect(etag).toBeNull()
  // The part in which the process was killed is not stored, but the parts before it are.
  expect(firstOld).toBeGreaterThan(500)
  expect(firstOld).toBeLessThanOrEqual(killedAt)
  expect(starts).toEqual([...after.slice(0, firstOld), ...before.slice(firstOld)])
  // All times are stored, but the reading is not marked as complete.
  expect(await readAndDie('update on calendars when new.etag is not null')).toBe('SIGKILL')
  expect(readStored()).toEqual({ starts: after, etag: null })
  expect(await readCalendar()).toBe('stored')
  expect(readStored()).toEqual({ starts: after, etag: '"15"' })
})
