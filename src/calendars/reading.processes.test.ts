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

/** The start of the first of the half hours in the calendar. */
const FIRST_START = Date.parse('2027-01-08T00:00:00Z')
/** The number of half hours in the calendar. */
const TIME_COUNT = 1_500

/** Returns a calendar of `TIME_COUNT` half hours, each beginning this many minutes past the hour. */
const calendarAt = (minutes: number) => `BEGIN:VCALENDAR
BEGIN:VEVENT
DTSTART:20270108T00${String(minutes).padStart(2, '0')}00Z
DURATION:PT30M
RRULE:FREQ=HOURLY;COUNT=${TIME_COUNT}
END:VEVENT
END:VCALENDAR
`
/** Returns the starts of the half hours in `calendarAt`. */
const startsAt = (minutes: number) =>
  Array.from({ length: TIME_COUNT }, (_, hour) => FIRST_START + hour * HOUR + minutes * MINUTE)

const FORMER_STARTS = startsAt(0)
const NEW_STARTS = startsAt(15)

/** Opens an app that has read the calendar, before all its half hours were moved by 15 minutes. */
async function openAfterMove() {
  const DATA_DIR = tempDir()
  const app = openTestApp({ config: { allowPrivateTargets: true }, file: join(DATA_DIR, 'ordi.db') })
  const { appSecret: APP_SECRET } = app.ctx().config
  let minutes = 0
  const url = await listen((_, response) =>
    response.setHeader('etag', `"${minutes}"`).end(calendarAt(minutes)),
  )
  const id = addCalendar(app.ctx(), { name: 'Privat', url, resource_id: null, busy_only: true })
  const pluck = <T>(sql: string) => app.ctx().db.$client.prepare<[], T>(sql).pluck().all()
  const reader = {
    read: () => readCalendarNow(app.ctx, id, { resolveHost: resolveHostBySystem, log: recordLog().log }),
    /** Reads the calendar in a process that is killed by this change of the database. @returns the signal */
    readAndDie: async (killingChange: string) => {
      const env = { DATA_DIR, APP_SECRET, DIES: killingChange }
      const child = startProgram('read-calendar', env)
      const [, signal] = await once(child, 'exit')
      return signal
    },
    /** Returns the stored starts, which must occupy the time, and the stored version of the calendar. */
    readStored: () => {
      const starts = pluck<number>('select starts_at from absences where calendar_id = 1 order by 1')
      const occupied = pluck('select starts_at from occupations where absence_id is not null order by 1')
      expect(pluck('pragma integrity_check')).toEqual(['ok'])
      expect(occupied).toEqual(starts)
      return { starts, etag: pluck<string | null>('select etag from calendars')[0] }
    },
  }
  expect(await reader.read()).toBe('stored')
  expect(reader.readStored()).toEqual({ starts: FORMER_STARTS, etag: '"0"' })
  minutes = 15
  return reader
}

it('the next reading repairs a calendar whose reading was killed while storing', async () => {
  const { read, readAndDie, readStored } = await openAfterMove()
  // The parts before the kill get the new times, and the others keep the former ones.
  const killedAt = 900
  const storesTimeAtKill = `insert on occupations when new.starts_at = ${NEW_STARTS[killedAt]}`
  expect(await readAndDie(storesTimeAtKill)).toBe('SIGKILL')
  const { starts, etag } = readStored()
  expect(etag).toBeNull()
  // Only the former times start on the hour.
  const firstFormer = starts.findIndex((start) => start % HOUR === 0)
  // The part in which the process was killed is not stored, but the parts before it are.
  expect(firstFormer).toBeGreaterThan(500)
  expect(firstFormer).toBeLessThanOrEqual(killedAt)
  expect(starts).toEqual([...NEW_STARTS.slice(0, firstFormer), ...FORMER_STARTS.slice(firstFormer)])

  // All times are stored, but the reading is not marked as complete.
  const marksComplete = 'update on calendars when new.etag is not null'
  expect(await readAndDie(marksComplete)).toBe('SIGKILL')
  expect(readStored()).toEqual({ starts: NEW_STARTS, etag: null })

  expect(await read()).toBe('stored')
  expect(readStored()).toEqual({ starts: NEW_STARTS, etag: '"15"' })
})
