/**
 * This program enters a series of five in a new demo practice. With `DIE` it kills itself at the fourth
 * appointment, like a power cut.
 */
import { openApp } from '../../app.ts'
import { createSeries } from '../../booking/series.ts'
import { readConfig } from '../../config.ts'
import { seedDemo } from '../../demo.ts'
import { CALLER } from '../factory.ts'

const { DATA_DIR, APP_SECRET, DIE } = process.env
const config = readConfig({ DATA_DIR, APP_SECRET, LOG_LEVEL: 'silent' })
const app = openApp(config, undefined, { clock: () => Date.parse('2027-01-07T13:40:00+01:00') })
const ctx = app.ctx({ kind: 'cli' })
seedDemo(ctx)
const { $client } = ctx.db
$client.function('die', () => (DIE === 'yes' ? process.kill(process.pid, 'SIGKILL') : 0))
$client.exec(
  'create temp trigger dies after insert on bookings when new.series_position = 4 begin select die(); end',
)
const starts = [11, 12, 13, 14, 15].map((day) => Date.parse(`2027-01-${day}T10:00:00+01:00`))
createSeries(ctx, { serviceId: 'folgebehandlung', starts, contact: CALLER, message: '' })
process.stdout.write('entered')
