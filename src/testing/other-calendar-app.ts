import { resolveHostBySystem } from '../access/guarded-call.ts'
import { listen } from './loopback.ts'
import { openTestApp } from './test-app.ts'

/** Returns a VEVENT from 10:00 to 11:00; `day` is written without hyphens. */
const hourAt = (day: string) =>
  `BEGIN:VEVENT\r\nUID:${day}\r\nDTSTART:${day}T100000\r\nDURATION:PT1H\r\nSUMMARY:Geheim\r\nEND:VEVENT\r\n`

/**
 * Opens the app, and a server with a calendar that has an event of an hour on each of the days. `answerWith`
 * changes the status of the server's answers, and `host` is its host.
 */
export async function openOtherCalendarApp(days: readonly string[] = ['20270112']) {
  const app = openTestApp({
    config: { allowPrivateTargets: true },
    ports: { resolveHost: resolveHostBySystem },
  })
  let status = 200
  const text = `BEGIN:VCALENDAR\r\n${days.map(hourAt).join('')}END:VCALENDAR\r\n`
  const server = await listen((_, response) => response.writeHead(status).end(text))
  const doctor = app.admin()
  const add = (changes: object = {}) =>
    doctor.post('/api/admin/calendars', { name: 'Privat', url: `${server}/geheim.ics`, ...changes })
  return {
    app,
    doctor,
    add,
    host: new URL(server).host,
    answerWith: (next: number) => {
      status = next
    },
  }
}
