import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupName } from '../db/backup-folder.ts'
import { balances, erpState } from '../db/schema.ts'
import { recordTaskOutcome } from '../db/task-outcomes.ts'
import { notifyDangers } from '../operation/dangers.ts'
import { recordJobRun } from '../operation/job-runs.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { tempDir } from './temp-dir.ts'
import { NOW, openTestApp } from './test-app.ts'

/**
 * Opens a portal on a file with a value for each metric: providers, Odoo, a backup, runs of jobs, a danger.
 */
export function openWatchedApp() {
  const dir = tempDir()
  const app = openTestApp({
    file: join(dir, 'ordi.db'),
    config: { dataDir: dir, afterBackup: ['/hooks/copy'] },
  })
  const { db } = app.ctx()
  mkdirSync(join(dir, 'backups'))
  writeFileSync(join(dir, 'backups', backupName(NOW - 10 * HOUR)), 'x'.repeat(5_000))
  writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordi' })
  db.insert(balances).values({ provider: 'sevenio', amount: '3.2', currency: 'EUR', at: NOW }).run()
  const login = { ODOO_DB: 'praxis', ODOO_USER: 'ordi', ODOO_PASS: 'demo-key' }
  writeSettings(app.ctx(), 'odoo', { ODOO_URL: 'https://odoo.example', ...login })
  const pull = { source: '', triedAt: NOW, pulledAt: NOW - MINUTE, pullError: 'Odoo ist nicht erreichbar.' }
  db.insert(erpState).values(pull).run()
  recordTaskOutcome(db, 'drill', { at: NOW - HOUR, file: 'x.db' })
  recordTaskOutcome(db, 'after-backup', { at: NOW, file: 'x.db', error: 'exit status 1' })
  recordJobRun(app.ctx(), 'back up', { failed: false })
  app.pass(MINUTE)
  recordJobRun(app.ctx(), 'back up', { failed: true })
  notifyDangers(app.ctx())
  return app
}
