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

/** Returns a calendar of `TIME_COUNT` half hours, each beginning so many minutes past the hour. */
const calendarOf = (minutesPast: number) => `BEGIN:VCALENDAR
BEGIN:VEVENT
DTSTART:20270108T00${String(minutesPast).padStart(2, '0')}00Z
DURATION:PT30M
RRULE:FREQ=HOURLY;COUNT=${TIME_COUNT}
END:VEVENT
END:VCALENDAR
`
/** Returns the starts of the half hours in `calendarOf`. */
const startsOf = (minutesPast: number) =>
  Array.from({ length: TIME_COUNT }, (_, hour) => FIRST_START + hour * HOUR + minutesPast * MINUTE)

/** The minutes past the hour at which the half hours begin before and after they are moved. */
const FORMER_MINUTES = 0
const NEW_MINUTES = 15
const FORMER_STARTS = startsOf(FORMER_MINUTES)
const NEW_STARTS = startsOf(NEW_MINUTES)

/** Opens an app that has read the calendar. All half hours in it were moved since then. */
async function openAfterMove() {
  const DATA_DIR = tempDir()
  const app = openTestApp({ config: { allowPrivateTargets: true }, file: join(DATA_DIR, 'ordi.db') })
  const { appSecret: APP_SECRET } = app.ctx().config
  let servedMinutes = FORMER_MINUTES
  const url = await listen((_, response) =>
    response.setHeader('etag', `"${servedMinutes}"`).end(calendarOf(servedMinutes)),
  )
  const id = addCalendar(app.ctx(), { name: 'Privat', url, resource_id: null, busy_only: true })
  const pluck = <T>(sql: string) => app.ctx().db.$client.prepare<[], T>(sql).pluck().all()
  const reader = {
    read: () => readCalendarNow(app.ctx, id, { resolveHost: resolveHostBySystem, log: recordLog().log }),
    /**
     * Reads the calendar in a process that dies after a change of the database.
     * @param killingChange the event of an SQL trigger, such as `update on calendars`
     * @returns the signal by which the process died
     */
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
  servedMinutes = NEW_MINUTES
  return reader
}

it('the next reading repairs a calendar whose reading was killed while storing', async () => {
  const { read, readAndDie, readStored } = await openAfterMove()
  // The parts before the kill get the new times, and the others keep the former ones.
  const killIndex = 900
  const reservesTimeAtKill = `insert on occupations when new.starts_at = ${NEW_STARTS[killIndex]}`
  expect(await readAndDie(reservesTimeAtKill)).toBe('SIGKILL')
  const { starts, etag } = readStored()
  expect(etag).toBeNull()
  // Only the former times start on the hour.
  const newCount = starts.findIndex((start) => start % HOUR === 0)
  // The part in which the process was killed is not stored, but the parts before it are.
  expect(newCount).toBeGreaterThan(500)
  expect(newCount).toBeLessThanOrEqual(killIndex)
  expect(starts).toEqual([...NEW_STARTS.slice(0, newCount), ...FORMER_STARTS.slice(newCount)])

  // All times are stored, but the reading is not marked as complete.
  const marksComplete = 'update on calendars when new.etag is not null'
  expect(await readAndDie(marksComplete)).toBe('SIGKILL')
  expect(readStored()).toEqual({ starts: NEW_STARTS, etag: null })

  expect(await read()).toBe('stored')
  expect(readStored()).toEqual({ starts: NEW_STARTS, etag: '"15"' })
})
