import { resolveHostBySystem } from '../access/guarded-call.ts'
import { listen } from './loopback.ts'
import { openTestApp } from './test-app.ts'

/** Returns a VEVENT from 10:00 to 11:00. @param basicDay the day without hyphens, as iCalendar writes it */
const eventOn = (basicDay: string) =>
  `BEGIN:VEVENT\r\nUID:${basicDay}\r\nDTSTART:${basicDay}T100000\r\nDURATION:PT1H\r\nSUMMARY:Geheim\r\nEND:VEVENT\r\n`

/**
 * Opens the app, and a server with a calendar that has an event of an hour on each of the days. The default
 * is a Tuesday.
 */
export async function openOtherCalendarApp(basicDays: readonly string[] = ['20270112']) {
  const app = openTestApp({
    config: { allowPrivateTargets: true },
    ports: { resolveHost: resolveHostBySystem },
  })
  let status = 200
  const text = `BEGIN:VCALENDAR\r\n${basicDays.map(eventOn).join('')}END:VCALENDAR\r\n`
  const serverUrl = await listen((_, response) => response.writeHead(status).end(text))
  const doctor = app.admin()
  const addCalendar = (changes: object = {}) =>
    doctor.post('/api/admin/calendars', { name: 'Privat', url: `${serverUrl}/geheim.ics`, ...changes })
  return {
    app,
    doctor,
    addCalendar,
    host: new URL(serverUrl).host,
    answerWithStatus: (code: number) => {
      status = code
    },
  }
}
