/**
 * This program reads the first calendar, and kills itself, like a power cut, after the event in DIES, such as
 * `update on calendars`.
 */
import { resolveHostBySystem } from '../../access/guarded-call.ts'
import { openApp } from '../../app.ts'
import { readCalendarNow } from '../../calendars/reading.ts'
import { readConfig } from '../../config.ts'
import { openLog } from '../../log.ts'

const { DATA_DIR, APP_SECRET, DIES } = process.env
const config = readConfig({ DATA_DIR, APP_SECRET, LOG_LEVEL: 'silent', ALLOW_PRIVATE_TARGETS: '1' })
const log = openLog(config)
const app = openApp(config, undefined, { clock: () => Date.parse('2027-01-07T13:40:00+01:00'), log })
const ctx = () => app.ctx({ kind: 'job' })
const { $client } = ctx().db
$client.function('die', () => process.kill(process.pid, 'SIGKILL'))
$client.exec(`create temp trigger dies after ${DIES} begin select die(); end`)
await readCalendarNow(ctx, 1, { resolveHost: resolveHostBySystem, log })
