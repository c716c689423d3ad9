import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { decideBooking } from '../booking/decisions.ts'
import { backupName } from '../db/backup-folder.ts'
import { balances, erpState } from '../db/schema.ts'
import { recordTaskOutcome } from '../db/task-outcomes.ts'
import { recordFault } from '../messaging/outbox/faults.ts'
import { notifyDangers } from '../operation/dangers.ts'
import { recordJobRun } from '../operation/job-runs.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { listMetrics } from '../testing/metrics.ts'
import { queueEmailToRosa } from '../testing/queued-mail.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { fakeTimers } from '../testing/timed-app.ts'

// The metrics that the checks of the installation declare (operation/checks.ts).

/** Sets up SMS and Odoo, and confirms an appointment, which queues an e-mail, an SMS and a push to Odoo. */
function confirmAppointment(app: TestApp) {
  app.setUpSms()
  app.setUpOdoo()
  const { id } = insertBooking(app.ctx().db)
  decideBooking(app.ctx(), id, { decision: 'confirm' })
}

describe('the metrics of the outbox', () => {
  it('count the queued messages of each channel', async () => {
    const app = openTestApp()
    confirmAppointment(app)
    queueEmailToRosa(app)
    expect(await listMetrics(app, 'ordi_outbox_queued')).toEqual([
      'ordi_outbox_queued{channel="email"} 2',
      'ordi_outbox_queued{channel="sms"} 1',
      'ordi_outbox_queued{channel="odoo"} 1',
    ])
  })

  it('count the undelivered messages of each channel and status', async () => {
    expect(await listMetrics(openTestApp(), 'ordi_outbox_undelivered{channel="sms"')).toEqual([
      'ordi_outbox_undelivered{channel="sms",status="failed"} 0',
      'ordi_outbox_undelivered{channel="sms",status="unknown"} 0',
    ])
  })

  it('include the seconds for which the oldest message of each channel has waited, and has been due', async () => {
    const app = openTestApp()
    confirmAppointment(app)
    app.pass(5 * MINUTE)
    expect(await listMetrics(app, 'ordi_outbox_oldest_age_seconds{channel="email"}')).toEqual([
      `ordi_outbox_oldest_age_seconds{channel="email"} ${5 * 60}`,
    ])
    expect(await listMetrics(app, 'ordi_outbox_overdue_seconds{channel="sms"}')).toEqual([
      `ordi_outbox_overdue_seconds{channel="sms"} ${5 * 60}`,
    ])
  })

  it('include the channels of the outbox with a fault, which is a danger', async () => {
    const app = openTestApp()
    recordFault(app.ctx(), 'email', 'Bitte SMTP_URL prüfen.', { pauses: true })
    notifyDangers(app.ctx())
    expect(await listMetrics(app, 'ordi_outbox_fault')).toEqual([
      'ordi_outbox_fault{channel="email"} 1',
      'ordi_outbox_fault{channel="sms"} 0',
      'ordi_outbox_fault{channel="odoo"} 0',
    ])
    expect(await listMetrics(app, 'ordi_danger')).toEqual(['ordi_danger{kind="mail-fault"} 1'])
  })
})

describe('the metrics of backups', () => {
  it('include age and size of the last backup', async () => {
    const dataDir = tempDir()
    const app = openTestApp({ file: join(dataDir, 'ordi.db'), config: { dataDir } })
    mkdirSync(join(dataDir, 'backups'))
    writeFileSync(join(dataDir, 'backups', backupName(NOW - 10 * HOUR)), 'x'.repeat(5_000))
    expect(await listMetrics(app, 'ordi_backup')).toEqual([
      `ordi_backup_age_seconds ${10 * 60 * 60}`,
      'ordi_backup_size_bytes 5000',
    ])
  })

  it('include the failures of the drill and the program after a backup, and the last success of each', async () => {
    const app = openTestApp({ config: { afterBackup: ['/hooks/copy'] } })
    const { db } = app.ctx()
    const drilledAt = NOW - HOUR
    recordTaskOutcome(db, 'drill', { at: drilledAt, file: 'x.db' })
    recordTaskOutcome(db, 'after-backup', { at: NOW, file: 'x.db', error: 'exit status 1' })
    expect(await listMetrics(app, 'ordi_backup_task')).toEqual([
      'ordi_backup_task_failing{task="drill"} 0',
      'ordi_backup_task_failing{task="after-backup"} 1',
      `ordi_backup_task_last_success_timestamp_seconds{task="drill"} ${drilledAt / 1000}`,
    ])
  })
})

describe('the metrics of SMS and Odoo', () => {
  it('include the SMS providers that are set up, with the balance of each', async () => {
    const app = openTestApp()
    app.setUpSms()
    const balance = { provider: 'sevenio', amount: '3.2', currency: 'EUR', at: NOW } as const
    app.ctx().db.insert(balances).values(balance).run()
    expect(await listMetrics(app, 'ordi_sms_provider')).toEqual([
      'ordi_sms_provider_set_up{provider="clicksend"} 0',
      'ordi_sms_provider_set_up{provider="sevenio"} 1',
    ])
    expect(await listMetrics(app, 'ordi_sms_balance')).toEqual([
      'ordi_sms_balance{provider="sevenio",currency="EUR"} 3.2',
      `ordi_sms_balance_timestamp_seconds{provider="sevenio"} ${NOW / 1000}`,
    ])
  })

  it('count the SMS of this month', async () => {
    const app = openTestApp()
    confirmAppointment(app)
    expect(await listMetrics(app, 'ordi_sms_month_messages')).toEqual(['ordi_sms_month_messages 1'])
  })

  it('include the time when Odoo was last read, and whether it can be read now', async () => {
    const app = openTestApp()
    app.setUpOdoo()
    const pulledAt = NOW - MINUTE
    const pull = { source: '', triedAt: NOW, pulledAt, pullError: 'Odoo ist nicht erreichbar.' }
    app.ctx().db.insert(erpState).values(pull).run()
    expect(await listMetrics(app, 'ordi_odoo')).toEqual([
      'ordi_odoo_on 1',
      'ordi_odoo_failing 1',
      `ordi_odoo_last_pull_timestamp_seconds ${pulledAt / 1000}`,
    ])
  })
})

describe('the metrics of jobs', () => {
  it('count the runs and failures of a job, and include the time of its last success', async () => {
    const app = openTestApp()
    recordJobRun(app.ctx(), 'back up', { failed: false })
    app.pass(MINUTE)
    recordJobRun(app.ctx(), 'back up', { failed: true })
    expect(await listMetrics(app, 'ordi_job')).toEqual([
      'ordi_job_runs_total{name="back up"} 2',
      'ordi_job_failures_total{name="back up"} 1',
      'ordi_job_failing{name="back up"} 1',
      `ordi_job_last_success_timestamp_seconds{name="back up"} ${NOW / 1000}`,
    ])
  })

  it('count the runs of the jobs that the server starts', async () => {
    const app = openTestApp()
    fakeTimers(NOW)
    const stop = app.startJobs()
    // This job starts with the next full minute; then it needs a moment to end.
    await vi.advanceTimersByTimeAsync(MINUTE + 500)
    await stop()
    expect(await listMetrics(app, 'ordi_job_runs_total{name="delete expired holds"}')).toEqual([
      'ordi_job_runs_total{name="delete expired holds"} 1',
    ])
  })
})
