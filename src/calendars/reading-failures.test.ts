import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import {
  type CalendarApp,
  openCalendarApp,
  serveCalendar,
  TUESDAY_BUSY_TIME,
  WEDNESDAY_ENTRY,
} from '../testing/calendar-app.ts'
import { calendarText } from '../testing/calendar-text.ts'
import { listen } from '../testing/loopback.ts'
import { changeCalendar, getCalendar } from './calendars.ts'

/** A failure, as the answer of a server, and the sentence that reports it. */
type Failure = Readonly<{
  failure: string
  answer: RequestListener | string
  sentence: string
  timeoutMs?: number
}>

/** The size limit of a calendar file. */
const LARGEST_FILE_BYTES = 10 * 1024 * 1024

const FAILURES: readonly Failure[] = [
  {
    failure: 'that nothing is there',
    answer: (_, response) => response.writeHead(404).end(),
    sentence: 'Unter der Adresse gibt es keinen Kalender mehr.',
  },
  {
    failure: 'that a login is required, whatever the answer contains',
    answer: (_, response) => response.writeHead(401).end(calendarText(WEDNESDAY_ENTRY)),
    sentence: 'Der Kalender verlangt eine Anmeldung: Bitte die geheime Adresse zum Abonnieren verwenden.',
  },
  {
    failure: 'that the server is not available',
    answer: (_, response) => response.writeHead(503).end(),
    sentence: 'Der Kalender ist nicht erreichbar (HTTP 503).',
  },
  {
    failure: 'that the calendar is unchanged although the request had no condition',
    answer: (_, response) => response.writeHead(304).end(),
    sentence: 'Der Kalender ist nicht erreichbar (HTTP 304).',
  },
  {
    failure: 'that the answer is a web page instead of a calendar',
    answer: (_, response) =>
      response.setHeader('content-type', 'text/calendar').end('<!doctype html><h1>Anmelden</h1>'),
    sentence: 'Unter der Adresse steht kein ganzer Kalender, sondern etwas anderes.',
  },
  {
    failure: 'that the end of the calendar is missing',
    answer: calendarText(WEDNESDAY_ENTRY).slice(0, -20),
    sentence: 'Unter der Adresse steht kein ganzer Kalender, sondern etwas anderes.',
  },
  {
    failure: 'that the connection breaks',
    answer: (_, response) => {
      response.writeHead(200, { 'content-length': 10_000 }).write(calendarText(WEDNESDAY_ENTRY))
      response.destroy()
    },
    sentence: 'Der Kalender ist nicht erreichbar.',
  },
  {
    failure: 'that the calendar is one byte too large',
    answer: (_, response) => response.end(Buffer.alloc(LARGEST_FILE_BYTES + 1, 'x')),
    sentence: 'Der Kalender ist größer als 10 MB.',
  },
  {
    failure: 'that the calendar is too large once it is decompressed',
    answer: (_, response) => response.end(gzipSync(Buffer.alloc(LARGEST_FILE_BYTES + 1, 'x'))),
    sentence: 'Der Kalender ist größer als 10 MB.',
  },
  {
    failure: 'that no answer comes',
    answer: () => {},
    timeoutMs: 200,
    sentence: 'Der Kalender hat nicht rechtzeitig geantwortet.',
  },
  {
    failure: 'that the answer does not end',
    answer: (_, response) => {
      const drip = setInterval(() => response.write('BEGIN:VCALENDAR\r\n'), 20)
      response.once('close', () => clearInterval(drip))
    },
    timeoutMs: 200,
    sentence: 'Der Kalender hat nicht rechtzeitig geantwortet.',
  },
  {
    failure: 'that redirects do not end',
    answer: (request, response) => response.writeHead(302, { location: `${request.url}x` }).end(),
    sentence: 'Die Adresse leitet zu oft oder auf eine unverschlüsselte Adresse weiter.',
  },
  {
    failure: 'that a redirect leads to the metadata of a cloud server',
    answer: (_, response) => response.writeHead(301, { location: 'http://169.254.169.254/latest/' }).end(),
    sentence: 'Die Adresse führt zu einem Ziel, das nie aufgerufen wird.',
  },
  {
    failure: 'that a redirect leads to a file',
    answer: (_, response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
    sentence: 'Die Adresse kann nicht aufgerufen werden.',
  },
]

let app: CalendarApp

beforeEach(() => {
  app = openCalendarApp()
})

describe('a failed reading keeps the last busy times, and reports', () => {
  it.each(FAILURES)('$failure', async ({ answer, sentence, timeoutMs = 20_000 }) => {
    const server = await serveCalendar()
    const id = app.addCalendar(server.url)
    await app.read(id)
    const { readAt } = getCalendar(app.ctx(), id)
    app.pass(10 * MINUTE)
    // Saving forgets the ETag, so that even a `304` is a failure.
    changeCalendar(app.ctx(), id, { name: 'Privat', url: '', resource_id: null, busy_only: true })
    server.answerWith(answer)
    expect(await app.read(id, timeoutMs)).toBe('failed')
    expect(getCalendar(app.ctx(), id)).toMatchObject({ fault: sentence, readAt, found: 1 })
    expect(app.busyTimes(id)).toEqual([TUESDAY_BUSY_TIME])
    server.answerWith(calendarText(WEDNESDAY_ENTRY))
    expect(await app.read(id)).toBe('stored')
    expect(getCalendar(app.ctx(), id)).toMatchObject({ fault: null, readAt: app.ctx().now })
  })

  it('that a URL leads into the private network, even through a name', async () => {
    const inner = await serveCalendar()
    app = openCalendarApp({ allowPrivateTargets: false })
    const port = new URL(inner.url).port
    for (const url of [`https://127.0.0.1:${port}/`, `https://localhost:${port}/`]) {
      const id = app.addCalendar(url)
      expect(await app.read(id)).toBe('failed')
      expect(getCalendar(app.ctx(), id).fault).toMatch(/^Die Adresse führt in ein privates Netz/)
    }
    expect(inner.requests).toEqual([])
  })

  it('no part of the URL, neither in the state nor in the log', async () => {
    const server = await serveCalendar((_, response) => response.writeHead(404).end())
    const id = app.addCalendar(server.url)
    await app.read(id)
    expect(app.logLines).toHaveLength(1)
    expect(app.logLines.join() + JSON.stringify(app.rows('select * from calendars'))).not.toMatch(
      /geheim|127\.0\.0/,
    )
  })
})

it('a calendar that cannot be stored has a fault, while the others are read', async () => {
  const refusedId = app.addCalendar((await serveCalendar()).url)
  const storedId = app.addCalendar((await serveCalendar()).url)
  app
    .ctx()
    .db.$client.exec(`create trigger refuses before insert on absences when new.calendar_id = ${refusedId}
    begin select raise(abort, 'refused'); end`)
  await app.readDue()
  const unexpected = 'Der Kalender konnte wegen eines unerwarteten Fehlers nicht gelesen werden.'
  expect(getCalendar(app.ctx(), refusedId).fault).toBe(unexpected)
  expect(app.busyTimes(refusedId)).toEqual([])
  expect(getCalendar(app.ctx(), storedId).fault).toBeNull()
  expect(app.busyTimes(storedId)).toEqual([TUESDAY_BUSY_TIME])
})

it('a reading follows a redirect to the calendar', async () => {
  const server = await serveCalendar()
  const url = await listen((_, response) => response.writeHead(307, { location: server.url }).end())
  const id = app.addCalendar(url)
  expect(await app.read(id)).toBe('stored')
  expect(app.busyTimes(id)).toEqual([TUESDAY_BUSY_TIME])
})
