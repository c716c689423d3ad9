import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { hashToken, sameBytes } from '../access/crypto.ts'
import { countBookings } from '../booking/bookings.ts'
import { countLiveHolds } from '../booking/holds.ts'
import { VERSION } from '../config.ts'
import type { Ctx, OpenedConfig } from '../ctx.ts'
import { databaseSize } from '../db/health.ts'
import { backupState, lastAfterBackup, lastBackupBytes } from '../db/nightly-backups.ts'
import { readTask } from '../db/settings-rows.ts'
import { isSyncOn, readErpState } from '../erp/sync.ts'
import { outboxState } from '../messaging/outbox/log.ts'
import { findBalance } from '../messaging/sms/balances.ts'
import { smsOfMonth } from '../messaging/sms/limits.ts'
import { isSetUp } from '../messaging/sms/providers.ts'
import { listDangers } from '../operation/dangers.ts'
import { listJobRuns } from '../operation/job-runs.ts'
import type { Instant } from '../shared/day.ts'
import { CHANNELS } from '../shared/messages/message-kinds.ts'
import { Problem } from '../shared/problems.ts'
import { SMS_PROVIDERS } from '../shared/sms-providers.ts'
import type { Deps, Env } from './deps.ts'
import { isFromThisMachine } from './origin.ts'

/**
 * What Prometheus reads (docs/behaviour.md 14.22); docs/ops/monitoring.md explains it. No label has an id, an address or a name of
 * a person.
 */

/** Each with its help and its labels. Those in `_total` are counters. */
const METRICS = {
  ordi_build_info: ['The running version; always 1.', 'version'],
  ordi_bookings: ['Bookings by status, the past ones too.', 'status'],
  ordi_holds: ['Live holds.'],
  ordi_outbox_queued: ['Messages that wait or are being sent.', 'channel'],
  ordi_outbox_oldest_age_seconds: ['Since the oldest of them was queued; 0 if there is none.', 'channel'],
  ordi_outbox_overdue_seconds: ['Since the longest overdue of them was due; 0 if none is.', 'channel'],
  ordi_outbox_undelivered: ['Failed or unknown, of appointments that are still ahead.', 'channel', 'status'],
  ordi_outbox_fault: ['1 while a fault of its settings or server keeps a channel from sending.', 'channel'],
  ordi_backup_age_seconds: ['Since the last backup; since the first start while there is none.'],
  ordi_backup_size_bytes: ['Size of the last backup.'],
  ordi_danger: ['1 for each danger that the web admin shows, as of the last minute.', 'kind'],
  ordi_backup_task_failing: ['1 if the last drill, or the last AFTER_BACKUP, failed.', 'task'],
  ordi_backup_task_last_success_timestamp_seconds: ['When it last succeeded.', 'task'],
  ordi_sms_provider_set_up: ['1 if the provider has an account.', 'provider'],
  ordi_sms_balance: ['Last known balance of the account, in its currency.', 'provider', 'currency'],
  ordi_sms_balance_timestamp_seconds: ['When the balance was asked for.', 'provider'],
  ordi_sms_month_messages: ['SMS of this month.'],
  ordi_sms_month_limit: ['How many SMS a month may have; 0 is no limit.'],
  ordi_odoo_on: ['1 while the synchronisation with Odoo is switched on.'],
  ordi_odoo_failing: ['1 if busy times could not be read at the last attempt.'],
  ordi_odoo_last_pull_timestamp_seconds: ['When busy times were last read.'],
  // The label is no `job`, which Prometheus sets itself.
  ordi_job_runs_total: ['Runs of a job since the start.', 'name'],
  ordi_job_failures_total: ['Runs of a job that failed since the start.', 'name'],
  ordi_job_failing: ['1 if the last run of a job failed.', 'name'],
  ordi_job_last_success_timestamp_seconds: ['When a job last succeeded since the start.', 'name'],
  ordi_database_size_bytes: ['Size of the database without its WAL.'],
  ordi_database_free_bytes: ['Free pages in it, which new rows fill.'],
  ordi_database_wal_size_bytes: ['Size of the WAL.'],
  ordi_volume_free_bytes: ['What can still be written on the volume of DATA_DIR.'],
  ordi_volume_size_bytes: ['Size of the volume of DATA_DIR.'],
} as const satisfies Record<string, readonly [help: string, ...labels: string[]]>

type Value = readonly [name: keyof typeof METRICS, value: number, labels?: Record<string, string>]

/** Every value at this moment. Reads indexes and counts in memory only, and writes nothing. */
function* readValues(ctx: Ctx): Generator<Value> {
  yield ['ordi_build_info', 1, { version: VERSION }]
  for (const [status, count] of Object.entries(countBookings(ctx))) yield ['ordi_bookings', count, { status }]
  yield ['ordi_holds', countLiveHolds(ctx)]
  yield* outboxValues(ctx)
  for (const { kind } of listDangers(ctx)) yield ['ordi_danger', 1, { kind }]
  yield* smsValues(ctx)
  yield* odooValues(ctx)
  yield* jobValues(ctx)
  yield* taskValues(ctx)
  yield* fileValues(ctx)
}

function* outboxValues(ctx: Ctx): Generator<Value> {
  const states = outboxState(ctx)
  for (const name of CHANNELS) {
    const { queued, age, overdue, failed, unknown, fault } = states[name]
    const channel = name === 'erp' ? 'odoo' : name
    yield ['ordi_outbox_queued', queued, { channel }]
    yield ['ordi_outbox_oldest_age_seconds', age / 1000, { channel }]
    yield ['ordi_outbox_overdue_seconds', overdue / 1000, { channel }]
    yield ['ordi_outbox_undelivered', failed, { channel, status: 'failed' }]
    yield ['ordi_outbox_undelivered', unknown, { channel, status: 'unknown' }]
    yield ['ordi_outbox_fault', Number(fault !== null), { channel }]
  }
}

function* smsValues(ctx: Ctx): Generator<Value> {
  for (const provider of SMS_PROVIDERS) {
    const set = isSetUp(ctx, provider)
    yield ['ordi_sms_provider_set_up', Number(set), { provider }]
    const balance = set ? findBalance(ctx, provider) : undefined
    if (balance === undefined) continue
    yield ['ordi_sms_balance', Number(balance.amount), { provider, currency: balance.currency }]
    yield ['ordi_sms_balance_timestamp_seconds', balance.at / 1000, { provider }]
  }
  const { count, cap } = smsOfMonth(ctx)
  yield ['ordi_sms_month_messages', count]
  yield ['ordi_sms_month_limit', cap]
}

function* odooValues(ctx: Ctx): Generator<Value> {
  const on = isSyncOn(ctx)
  const state = on ? readErpState(ctx) : undefined
  yield ['ordi_odoo_on', Number(on)]
  yield ['ordi_odoo_failing', Number(state?.pullError != null)]
  yield* timestamp('ordi_odoo_last_pull_timestamp_seconds', state?.pulledAt)
}

function* jobValues(ctx: Ctx): Generator<Value> {
  for (const [name, { runs, failures, lastFailed, lastSuccessAt }] of listJobRuns(ctx)) {
    yield ['ordi_job_runs_total', runs, { name }]
    yield ['ordi_job_failures_total', failures, { name }]
    yield ['ordi_job_failing', Number(lastFailed), { name }]
    yield* timestamp('ordi_job_last_success_timestamp_seconds', lastSuccessAt, { name })
  }
}

function* taskValues(ctx: Ctx): Generator<Value> {
  const tasks = { drill: readTask(ctx.db, 'drill'), 'after-backup': lastAfterBackup(ctx) }
  for (const [task, last] of Object.entries(tasks)) {
    if (last === undefined) continue
    yield ['ordi_backup_task_failing', Number(last.error !== undefined), { task }]
    yield* timestamp('ordi_backup_task_last_success_timestamp_seconds', last.succeededAt, { task })
  }
}

/** Nothing for a database in memory. */
function* fileValues(ctx: Ctx): Generator<Value> {
  const [backup, size] = [backupState(ctx), databaseSize(ctx.db)]
  if (backup === undefined || size === undefined) return
  yield ['ordi_backup_age_seconds', backup.age / 1000]
  const bytes = lastBackupBytes(ctx)
  if (bytes !== undefined) yield ['ordi_backup_size_bytes', bytes]
  yield ['ordi_database_size_bytes', size.file]
  yield ['ordi_database_free_bytes', size.free]
  yield ['ordi_database_wal_size_bytes', size.wal]
  yield ['ordi_volume_free_bytes', size.volumeFree]
  yield ['ordi_volume_size_bytes', size.volume]
}

function* timestamp(name: Value[0], at: Instant | null | undefined, labels?: Value[2]): Generator<Value> {
  if (at != null) yield labels ? [name, at / 1000, labels] : [name, at / 1000]
}

/** The values in Prometheus' format. A metric without a value has its help only. */
function present(values: Iterable<Value>): Promise<string> {
  const registry = new Registry()
  const found = [...values]
  for (const [name, [help, ...labelNames]] of Object.entries(METRICS)) {
    const about = { name, help, labelNames, registers: [registry] }
    const metric = name.endsWith('_total') ? new Counter(about) : new Gauge(about)
    // Without labels it would begin with 0.
    if (labelNames.length === 0) metric.remove()
    for (const [of, value, labels = {}] of found) if (of === name) metric.inc(labels, value)
  }
  return registry.metrics()
}

let processRegistry: Registry | undefined

/** Of Node and the process, from the first reading on, because measuring the event loop and the garbage collector costs something. */
function processMetrics(): Promise<string> {
  if (processRegistry === undefined) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry })
  }
  return processRegistry.metrics()
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** The durations of all requests, and the route that answers them with everything else. */
export function openMetrics({ config, ctx }: Pick<Deps, 'config' | 'ctx'>) {
  const registry = new Registry()
  const requests = new Histogram({
    name: 'ordi_http_request_duration_seconds',
    help: 'Until the answer begins. The route is a pattern; the last one, /*, is a page.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })

  const countRequest: MiddlewareHandler<Env> = async (c, next) => {
    const end = requests.startTimer()
    await next()
    // Visitors can send any method, and each would stay in memory.
    const method = METHODS.has(c.req.method) ? c.req.method : 'other'
    end({ method, route: routePath(c), status: `${Math.floor(c.res.status / 100)}xx` })
  }

  const metricsRoutes = new Hono<Env>().get('/metrics', async (c) => {
    if (!mayRead(c, config)) throw new Problem('unknown_path')
    const own = present(readValues(ctx({ kind: 'visitor' })))
    const parts = await Promise.all([own, registry.metrics(), processMetrics()])
    return c.body(parts.join('\n'), 200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE })
  })

  return { countRequest, metricsRoutes }
}

/** Strangers are not told that there is something to read. */
function mayRead(c: Context, { metricsToken }: OpenedConfig): boolean {
  if (metricsToken === undefined) return isFromThisMachine(c)
  // Hashes have one length, whatever was sent.
  const bytes = (text: string) => Buffer.from(hashToken(text))
  return sameBytes(bytes(c.req.header('authorization') ?? ''), bytes(`Bearer ${metricsToken}`))
}
