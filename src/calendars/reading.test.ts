import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { resolveHostBySystem } from '../access/guarded-call.ts'
import { makeFeed, readFeed } from '../backoffice/feeds.ts'
import { cancelByStaff } from '../booking/cancellation.ts'
import { notifyBusyConflicts } from '../booking/notifications.ts'
import { markerOf } from '../erp/push.ts'
import { listFreeSlotsForPractice } from '../schedule/availability.ts'
import { listBusyConflicts } from '../schedule/busy-conflicts.ts'
import { saveResource } from '../schedule/resources.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { listen } from '../testing/loopback.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp, recordLog, type TestApp } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'
import { addCalendar, changeCalendar, getCalendar, removeCalendar } from './calendars.ts'
import { listNextBusyTimes, readCalendarNow, readCalendarsWhenDue } from './reading.ts'

let app: TestApp
let written: ReturnType<typeof recordLog>

beforeEach(() => {
  app = openTestApp({ config: { allowPrivateTargets: true } })
  written = recordLog()
})

const at = (iso: string) => Date.parse(iso)

function calendar(...entries: readonly (readonly string[])[]): string {
  const blocks = entries.map((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n'))
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...blocks, 'END:VCALENDAR', ''].join('\r\n')
}

const TUESDAY = ['UID:1', 'DTSTART:20270112T100000', 'DURATION:PT2H', 'SUMMARY:Zahnarzt', 'LOCATION:Graz']
const WEDNESDAY = ['UID:2', 'DTSTART:20270113T100000', 'DURATION:PT1H']

/** A server whose answers can be changed, and that records what it is asked. */
async function serve(first: RequestListener | string = calendar(TUESDAY)) {
  const requests: IncomingMessage[] = []
  let answer = first
  const url = await listen((request, response) => {
    requests.push(request)
    if (typeof answer === 'string') response.setHeader('content-type', 'text/calendar').end(answer)
    else answer(request, response)
  })
  return {
    url: `${url}/geheim.ics`,
    requests,
    answerWith: (next: RequestListener | string) => {
      answer = next
    },
  }
}

const add = (url: string, changes: object = {}) =>
  addCalendar(app.ctx(), { name: 'Privat', url, resource_id: null, busy_only: true, ...changes })

const read = (id: number, timeoutMs = 5_000) =>
  readCalendarNow(app.ctx, id, { resolveHost: resolveHostBySystem, log: written.log, timeoutMs })

const readDue = () =>
  readCalendarsWhenDue(
    app.ctx,
    { resolveHost: resolveHostBySystem, log: written.log },
    new AbortController().signal,
  )

const busy = (id: number) =>
  listNextBusyTimes(app.ctx(), id, 10).map(({ startsAt, endsAt }) => `${isoAt(startsAt)} ${isoAt(endsAt)}`)

const TUESDAY_BUSY = '2027-01-12T10:00:00+01:00 2027-01-12T12:00:00+01:00'
const WEDNESDAY_BUSY = '2027-01-13T10:00:00+01:00 2027-01-13T11:00:00+01:00'

const freeAtTen = (day: string) =>
  listFreeSlotsForPractice(app.ctx(), day, 'folgebehandlung').starts.includes(at(`${day}T10:00:00+01:00`))

describe('a calendar elsewhere', () => {
  it('makes busy what it has, until it has it no more', async () => {
    const server = await serve()
    expect(freeAtTen('2027-01-12')).toBe(true)
    const id = add(server.url)
    expect(await read(id)).toBe('stored')
    expect([busy(id), freeAtTen('2027-01-12'), freeAtTen('2027-01-13')]).toEqual([
      [TUESDAY_BUSY],
      false,
      true,
    ])
    server.answerWith(calendar(WEDNESDAY))
    expect(await read(id)).toBe('stored')
    expect([busy(id), freeAtTen('2027-01-12'), freeAtTen('2027-01-13')]).toEqual([
      [WEDNESDAY_BUSY],
      true,
      false,
    ])
    expect(getCalendar(app.ctx(), id)).toMatchObject({
      found: 1,
      unread: 0,
      fault: null,
      readAt: app.ctx().now,
    })
    removeCalendar(app.ctx(), id)
    expect([app.rows("select * from absences where kind = 'calendar'"), freeAtTen('2027-01-13')]).toEqual([
      [],
      true,
    ])
  })

  it('of one resource leaves the others free', async () => {
    const { url } = await serve()
    const resource = app.rows<{ id: string }>('select distinct resource_id as id from services')[0]?.id ?? ''
    saveResource(app.ctx(), 'raum', { name: 'Raum' })
    app.change("update services set resource_id = 'raum' where id = 'akupunktur'")
    const id = add(url, { resource_id: 'raum' })
    expect(resource).not.toBe('raum')
    await read(id)
    const free = (service: string) =>
      listFreeSlotsForPractice(app.ctx(), '2027-01-12', service).starts.filter(
        (start) => start >= at('2027-01-12T10:00:00+01:00') && start < at('2027-01-12T11:00:00+01:00'),
      ).length
    expect([free('akupunktur'), free('folgebehandlung') > 0]).toEqual([0, true])
  })

  it('is read every ten minutes, and at once when it is added or changed', async () => {
    const { url, requests } = await serve()
    const id = add(url)
    for (const [minutes, count] of [
      [0, 1],
      [9, 1],
      [1, 2],
      [10, 3],
    ] as const) {
      app.pass(minutes * MINUTE)
      await readDue()
      expect(requests).toHaveLength(count)
    }
    changeCalendar(app.ctx(), id, { name: 'Anders', url: '', resource_id: null, busy_only: false })
    await readDue()
    expect(requests).toHaveLength(4)
  })

  it('that is unchanged is not read again, but in full once a day, because series go on', async () => {
    const text = calendar(['DTSTART:20200101T180000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'])
    const server = await serve((request, response) => {
      const known =
        request.headers['if-none-match'] === '"7"' &&
        request.headers['if-modified-since'] === 'Thu, 07 Jan 2027 10:00:00 GMT'
      if (known) response.writeHead(304).end()
      else
        response.writeHead(200, { etag: '"7"', 'last-modified': 'Thu, 07 Jan 2027 10:00:00 GMT' }).end(text)
    })
    const id = add(server.url)
    expect(await read(id)).toBe('stored')
    const last = () =>
      app.rows<{ at: number }>('select max(starts_at) as at from absences where calendar_id = 1')[0]?.at ?? 0
    const before = last()
    app.pass(DAY_LENGTH - MINUTE)
    expect([await read(id), last()]).toEqual(['unchanged', before])
    expect(getCalendar(app.ctx(), id).readAt).toBe(app.ctx().now)
    app.pass(MINUTE)
    expect([await read(id), last()]).toEqual(['stored', before + DAY_LENGTH])
  })

  it('that differs in two places is stored anew there only', async () => {
    // Enough times for several parts, with both changes in the first one.
    const hours = (...except: string[]) =>
      calendar(
        ['UID:1', 'DTSTART:20270108T000000Z', 'DURATION:PT30M', 'RRULE:FREQ=HOURLY;COUNT=1500', ...except],
        ...except.map((line) => [
          line.replace('EXDATE', 'DTSTART').replace('0000Z', '1500Z'),
          'DURATION:PT30M',
        ]),
      )
    const server = await serve(hours())
    const id = add(server.url)
    await read(id)
    const rows = (table: string) =>
      app.rows<{ id: number; at: number }>(
        `select id, starts_at as at from ${table} where ${table === 'absences' ? 'calendar_id' : 'absence_id'} is not null order by 2`,
      )
    const [absences, occupations] = [rows('absences'), rows('occupations')]
    expect([absences.length, occupations.length]).toEqual([1_500, 1_500])
    server.answerWith(hours('EXDATE:20270109T000000Z', 'EXDATE:20270116T000000Z'))
    expect(await read(id)).toBe('stored')
    const moved = [at('2027-01-09T00:00:00Z'), at('2027-01-16T00:00:00Z')]
    const wanted = absences.map((row) => (moved.includes(row.at) ? row.at + 15 * MINUTE : row.at))
    expect([rows('absences').map((row) => row.at), rows('occupations').map((row) => row.at)]).toEqual([
      wanted,
      wanted,
    ])
    const kept = (before: { id: number }[], table: string) => {
      const now = new Set(rows(table).map((row) => row.id))
      return before.filter((row) => now.has(row.id)).length
    }
    expect(kept(absences, 'absences')).toBe(1_498)
    // The time around a change is reserved with it, a day on each side.
    expect(kept(occupations, 'occupations')).toBeGreaterThan(1_400)
    expect(app.rows('select starts_at as at from freed_times order by 1')).toEqual(
      moved.map((start) => ({ at: start })),
    )
    // A reading that finds nothing new writes nothing but its time.
    const changes = () => app.rows<{ n: number }>('select total_changes() as n')[0]?.n ?? 0
    const before = changes()
    expect(await read(id)).toBe('stored')
    expect(changes() - before).toBeLessThan(5)
  })

  it('that was changed during the reading keeps nothing of it', async () => {
    let release = () => {}
    const waiting = Promise.withResolvers<void>()
    const { url } = await serve((_, response) => {
      release = () => void response.end(calendar(TUESDAY))
      waiting.resolve()
    })
    const id = add(url)
    const reading = read(id)
    await waiting.promise
    changeCalendar(app.ctx(), id, {
      name: 'Privat',
      url: 'https://calendar.example/',
      resource_id: null,
      busy_only: true,
    })
    release()
    expect([await reading, busy(id)]).toEqual(['gone', []])
    removeCalendar(app.ctx(), id)
    expect(await read(id)).toBe('gone')
  })
})

describe('a failure keeps the busy times read last, and says', () => {
  it.each<[string, RequestListener | string]>([
    ['Unter der Adresse gibt es keinen Kalender mehr.', (_, response) => response.writeHead(404).end()],
    [
      'Der Kalender verlangt eine Anmeldung: Bitte die geheime Adresse zum Abonnieren verwenden.',
      (_, response) => response.writeHead(401).end(calendar(WEDNESDAY)),
    ],
    ['Der Kalender ist nicht erreichbar (HTTP 503).', (_, response) => response.writeHead(503).end()],
    // Nobody has asked for what is unchanged.
    ['Der Kalender ist nicht erreichbar (HTTP 304).', (_, response) => response.writeHead(304).end()],
    [
      'Unter der Adresse steht kein ganzer Kalender, sondern etwas anderes.',
      (_, response) =>
        response.setHeader('content-type', 'text/calendar').end('<!doctype html><h1>Anmelden</h1>'),
    ],
    [
      'Unter der Adresse steht kein ganzer Kalender, sondern etwas anderes.',
      calendar(WEDNESDAY).slice(0, -20),
    ],
    [
      'Der Kalender ist nicht erreichbar.',
      (_, response) => {
        response.writeHead(200, { 'content-length': 10_000 }).write(calendar(WEDNESDAY))
        response.destroy()
      },
    ],
    [
      'Der Kalender ist größer als 10 MB.',
      (_, response) => response.end(Buffer.alloc(10 * 1024 * 1024 + 1, 'x')),
    ],
    ['Der Kalender hat nicht rechtzeitig geantwortet.', () => {}],
    [
      'Der Kalender hat nicht rechtzeitig geantwortet.',
      (_, response) => {
        const drip = setInterval(() => response.write('BEGIN:VCALENDAR\r\n'), 20)
        response.once('close', () => clearInterval(drip))
      },
    ],
    [
      'Die Adresse leitet zu oft oder auf eine unverschlüsselte Adresse weiter.',
      (request, response) => response.writeHead(302, { location: `${request.url}x` }).end(),
    ],
    [
      'Die Adresse führt zu einem Ziel, das nie aufgerufen wird.',
      (_, response) => response.writeHead(301, { location: 'http://169.254.169.254/latest/' }).end(),
    ],
    [
      'Die Adresse kann nicht aufgerufen werden.',
      (_, response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
    ],
  ])('%s', async (sentence, answer) => {
    const server = await serve()
    const id = add(server.url)
    await read(id)
    const { readAt } = getCalendar(app.ctx(), id)
    app.pass(10 * MINUTE)
    changeCalendar(app.ctx(), id, { name: 'Privat', url: '', resource_id: null, busy_only: true })
    server.answerWith(answer)
    expect(await read(id, sentence.includes('rechtzeitig') ? 200 : 20_000)).toBe('failed')
    expect(getCalendar(app.ctx(), id)).toMatchObject({ fault: sentence, readAt, found: 1 })
    expect(busy(id)).toEqual([TUESDAY_BUSY])
    server.answerWith(calendar(WEDNESDAY))
    expect(await read(id)).toBe('stored')
    expect(getCalendar(app.ctx(), id)).toMatchObject({ fault: null, readAt: app.ctx().now })
  })

  it('that an address leads into the house, also by a name', async () => {
    const inner = await serve()
    app = openTestApp({ config: { allowPrivateTargets: false } })
    const port = new URL(inner.url).port
    for (const url of [`https://127.0.0.1:${port}/`, `https://localhost:${port}/`]) {
      const id = add(url)
      expect(await read(id)).toBe('failed')
      expect(getCalendar(app.ctx(), id).fault).toMatch(/^Die Adresse führt in ein privates Netz/)
    }
    expect(inner.requests).toEqual([])
  })

  it('nothing of the address, neither in the state nor in the log', async () => {
    const server = await serve((_, response) => response.writeHead(404).end())
    const id = add(server.url)
    await read(id)
    expect(written.lines).toHaveLength(1)
    expect(written.lines.join() + JSON.stringify(app.rows('select * from calendars'))).not.toMatch(
      /geheim|127\.0\.0/,
    )
  })

  it('follows a redirect to the calendar', async () => {
    const server = await serve()
    const { url } = await listenTo((_, response) => response.writeHead(307, { location: server.url }).end())
    const id = add(url)
    expect([await read(id), busy(id)]).toEqual(['stored', [TUESDAY_BUSY]])
  })

  const listenTo = async (listener: RequestListener) => ({ url: await listen(listener) })
})

describe('our own appointments', () => {
  const ours = () =>
    insertBooking(app.ctx().db, {
      status: 'confirmed',
      startsAt: at('2027-01-12T10:00:00+01:00'),
      endsAt: at('2027-01-12T10:30:00+01:00'),
    })

  it('do not double when the calendar reads our feed and is read back', async () => {
    const booking = ours()
    app.admin()
    const [admin] = app.rows<{ id: number }>('select id from admins')
    const { url } = makeFeed(app.ctx(), admin?.id ?? 0, { title: 'Praxis', initialsOnly: false })
    const token = /feed\/([^/]+)/.exec(url)?.[1] ?? ''
    const feed = readFeed(app.ctx(), token) ?? ''
    expect(feed).toContain('BEGIN:VEVENT')
    const server = await serve(
      feed.replace(
        'END:VCALENDAR',
        `BEGIN:VEVENT\r\n${WEDNESDAY.join('\r\n')}\r\nEND:VEVENT\r\nEND:VCALENDAR`,
      ),
    )
    const id = add(server.url)
    await read(id)
    expect([busy(id), listBusyConflicts(app.ctx(), 'calendar')]).toEqual([[WEDNESDAY_BUSY], []])
    // The calendar still has the old feed when the appointment is cancelled here.
    cancelByStaff(app.ctx(), booking.id, '')
    await read(id)
    expect([busy(id), freeAtTen('2027-01-12')]).toEqual([[WEDNESDAY_BUSY], true])
  })

  it('do not double when Odoo has copied them there', async () => {
    const booking = ours()
    const copy = (description: string) =>
      calendar([
        'UID:xyz@google.com',
        'DTSTART:20270112T090000Z',
        'DURATION:PT30M',
        `DESCRIPTION:${description}`,
      ])
    const server = await serve(copy(markerOf(booking)))
    const id = add(server.url)
    await read(id)
    expect(busy(id)).toEqual([])
    // A calendar that shares only what is busy has no description.
    server.answerWith(copy(''))
    await read(id)
    expect(listBusyConflicts(app.ctx(), 'calendar')).toHaveLength(1)
    app.setUpOdoo()
    app.change(
      'insert into erp_events (booking_id, event_id, starts_at, ends_at, active, pushed_at) values (?, 5, ?, ?, 1, 1)',
      booking.id,
      booking.startsAt,
      booking.endsAt,
    )
    await read(id)
    expect([busy(id), listBusyConflicts(app.ctx(), 'calendar')]).toEqual([[], []])
  })
})

describe('a busy time over a confirmed booking', () => {
  it('is told in one e-mail, once, whichever calendars have it', async () => {
    insertBooking(app.ctx().db, {
      status: 'confirmed',
      startsAt: at('2027-01-12T11:00:00+01:00'),
      endsAt: at('2027-01-12T11:30:00+01:00'),
    })
    const server = await serve()
    const ids = [add(server.url), add(server.url)]
    const mails = () =>
      app.rows<{ subject: string; text: string }>(
        "select subject, text from messages where kind = 'erp-conflict'",
      )
    for (let times = 0; times < 2; times++) {
      for (const id of ids) await read(id)
      notifyBusyConflicts(app.ctx())
      app.pass(HOUR)
    }
    expect(mails().map(({ subject }) => subject)).toEqual(['Terminkonflikt mit einem anderen Kalender'])
    expect(listBusyConflicts(app.ctx(), 'calendar')).toHaveLength(2)
    expect(listBusyConflicts(app.ctx(), 'erp')).toEqual([])
  })
})

describe('nothing of an entry but its time', () => {
  it('is in the database, the log, the e-mails and the metrics', async () => {
    const folder = tempDir()
    const file = join(folder, 'ordi.db')
    app = openTestApp({ config: { allowPrivateTargets: true }, file })
    insertBooking(app.ctx().db, {
      status: 'confirmed',
      startsAt: at('2027-01-12T11:00:00+01:00'),
      endsAt: at('2027-01-12T11:30:00+01:00'),
    })
    const words = [
      'Xylophonunterricht',
      'Quittengasse',
      'uid-of-the-entry',
      'anna.geheim@example.at',
      'geheim.ics',
    ]
    const entry = [
      ...['UID:uid-of-the-entry', 'DTSTART:20270112T100000', 'DURATION:PT2H'],
      ...['SUMMARY:Xylophonunterricht', 'LOCATION:Quittengasse 3', 'ORGANIZER:mailto:anna.geheim@example.at'],
    ]
    const bad = [...entry, 'RRULE:FREQ=Xylophonunterricht']
    const server = await serve(calendar(entry, bad))
    const id = add(server.url)
    expect(await read(id)).toBe('stored')
    expect(getCalendar(app.ctx(), id)).toMatchObject({ found: 1, unread: 1 })
    server.answerWith('<h1>Xylophonunterricht</h1>')
    changeCalendar(app.ctx(), id, { name: 'Privat', url: '', resource_id: null, busy_only: true })
    expect(await read(id)).toBe('failed')
    notifyBusyConflicts(app.ctx())
    app.ctx().db.$client.pragma('wal_checkpoint(TRUNCATE)')
    const metrics = await app.browser('127.0.0.1').get('/metrics')
    const bytes = [
      readFileSync(file, 'latin1'),
      written.lines.join('\n'),
      JSON.stringify(app.rows('select * from messages')),
      metrics.text,
    ]
    expect(metrics.text).toContain('ordi_')
    expect(bytes[0]?.length).toBeGreaterThan(50_000)
    expect(app.rows("select 1 from messages where kind = 'erp-conflict'")).toHaveLength(1)
    for (const word of words)
      expect(
        bytes.filter((text) => text.includes(word)),
        word,
      ).toEqual([])
  })
})
