/** This program waits for input. Then it pushes due bookings to Odoo until it is killed. */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../db/open.ts'
import { erpTransport } from '../../erp/push-transport.ts'
import { openLog } from '../../log.ts'
import { deliverDue } from '../../messaging/outbox/deliver.ts'

const { DATA_DIR = '', APP_SECRET = '' } = process.env
const config = readConfig({ DATA_DIR, APP_SECRET, LOG_LEVEL: 'silent', ALLOW_PRIVATE_TARGETS: '1' })
const db = openDatabase(join(DATA_DIR, 'ordi.db'))
const actor = { kind: 'job' } as const
const ctx = () => ({ db, now: Date.now(), actor, config: { ...config, appSecret: APP_SECRET } })
const log = openLog(config)

process.stdout.write('ready')
process.stdin.once('data', async () => {
  for (;;) {
    await deliverDue(ctx, erpTransport({ resolveHost: async () => [], log }), log)
    await setTimeout(5)
  }
})
