import type { IncomingMessage, RequestListener } from 'node:http'
import { resolveHostBySystem } from '../access/guarded-call.ts'
import { addCalendar, listNextBusyTimes } from '../calendars/calendars.ts'
import { readCalendarNow, readCalendarsWhenDue } from '../calendars/reading.ts'
import { listFreeSlotsForPractice } from '../schedule/availability.ts'
import { isoAt } from '../time/vienna.ts'
import { calendarText } from './calendar-text.ts'
import { listen } from './loopback.ts'
import { openTestApp, recordLog } from './test-app.ts'

/** The lines of two entries of a calendar file, without the lines that begin and end an entry. */
export const TUESDAY_ENTRY = [
  'UID:1',
  'DTSTART:20270112T100000',
  'DURATION:PT2H',
  'SUMMARY:Zahnarzt',
  'LOCATION:Graz',
]
export const WEDNESDAY_ENTRY = ['UID:2', 'DTSTART:20270113T100000', 'DURATION:PT1H']
/** The busy times of the two entries, as `busyTimes` returns them. */
export const TUESDAY_BUSY_TIME = '2027-01-12T10:00:00+01:00 2027-01-12T12:00:00+01:00'
export const WEDNESDAY_BUSY_TIME = '2027-01-13T10:00:00+01:00 2027-01-13T11:00:00+01:00'

/** Starts a server whose answers can be changed, and that records its requests. */
export async function serveCalendar(firstAnswer: RequestListener | string = calendarText(TUESDAY_ENTRY)) {
  const requests: IncomingMessage[] = []
  let answer = firstAnswer
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

/** Starts a server whose calendar never changes. It answers 304 to whoever knows its only version. */
export function serveUnchangedCalendar(text: string) {
  const version = { etag: '"7"', 'last-modified': 'Thu, 07 Jan 2027 10:00:00 GMT' }
  return serveCalendar(({ headers }, response) => {
    const isKnown =
      headers['if-none-match'] === version.etag && headers['if-modified-since'] === version['last-modified']
    if (isKnown) response.writeHead(304).end()
    else response.writeHead(200, version).end(text)
  })
}

/** Starts a server that answers only once `release` is called, or as `answerWith` says from then on. */
export async function serveHeldCalendar() {
  const requested = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const server = await serveCalendar(async (_, response) => {
    requested.resolve()
    await released.promise
    response.end(calendarText(TUESDAY_ENTRY))
  })
  return { ...server, requested: requested.promise, release: released.resolve }
}

export type CalendarApp = ReturnType<typeof openCalendarApp>

/** Opens a test app that reads calendars, with helpers for reading them and for the resulting busy times. */
export function openCalendarApp({
  file,
  allowPrivateTargets = true,
}: {
  file?: string
  allowPrivateTargets?: boolean
} = {}) {
  const app = openTestApp({ config: { allowPrivateTargets }, ...(file !== undefined && { file }) })
  const { log, lines: logLines } = recordLog()
  const ports = { resolveHost: resolveHostBySystem, log }
  return {
    ...app,
    logLines,
    addCalendar: (url: string, changes: object = {}) =>
      addCalendar(app.ctx(), { name: 'Privat', url, resource_id: null, busy_only: true, ...changes }),
    read: (id: number, timeoutMs = 5_000) => readCalendarNow(app.ctx, id, { ...ports, timeoutMs }),
    readDue: () => readCalendarsWhenDue(app.ctx, ports, new AbortController().signal),
    busyTimes: (id: number) =>
      listNextBusyTimes(app.ctx(), { calendarId: id, limit: 10 }).map(
        ({ startsAt, endsAt }) => `${isoAt(startsAt)} ${isoAt(endsAt)}`,
      ),
    /** Returns whether a follow-up can begin at 10:00 on a winter day. Both entries begin at that time. */
    isFreeAtTen: (day: string) =>
      listFreeSlotsForPractice(app.ctx(), day, 'folgebehandlung').starts.includes(
        Date.parse(`${day}T10:00:00+01:00`),
      ),
  }
}
