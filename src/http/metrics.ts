import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { hashToken, sameBytes } from '../access/crypto.ts'
import { countBookings } from '../booking/bookings.ts'
import { countLiveHolds } from '../booking/live-holds.ts'
import type { Ctx, OpenedConfig } from '../ctx.ts'
import { type Check, defineCheck, type MetricSample } from '../operation/checks/check.ts'
import { CHECKS } from '../operation/checks.ts'
import { listDangerKinds } from '../operation/dangers.ts'
import { Problem } from '../shared/problems.ts'
import { VERSION } from '../version.ts'
import type { Deps, Env } from './deps.ts'
import { isFromThisMachine } from './proxies.ts'

/**
 * The metrics of bookings and of the program itself (docs/behaviour.md 14.22, docs/ops/monitoring.md). The
 * checks of the installation declare their own (operation/checks.ts). No label contains an id, an e-mail
 * address or the name of a patient.
 */
const OWN_METRICS = defineCheck({
  read: (ctx: Ctx) => ({
    bookings: countBookings(ctx),
    holds: countLiveHolds(ctx),
    dangers: listDangerKinds(ctx),
  }),
  metrics: {
    ordi_build_info: {
      help: 'The running version; always 1.',
      labels: ['version'],
      values: () => [[{ version: VERSION }, 1]],
    },
    ordi_bookings: {
      help: 'Bookings by status, the past ones too.',
      labels: ['status'],
      values: ({ bookings }) => Object.entries(bookings).map(([status, count]) => [{ status }, count]),
    },
    ordi_holds: { help: 'Live holds.', value: ({ holds }) => holds },
    ordi_danger: {
      help: '1 for each danger that the web admin shows, as of the last minute.',
      labels: ['kind'],
      values: ({ dangers }) => dangers.map((kind) => [{ kind }, 1]),
    },
  },
})

/** Metrics with these prefixes come first, in this order. The others follow in the order of the checks. */
const FIRST_PREFIXES = [
  'ordi_build_',
  'ordi_bookings',
  'ordi_holds',
  'ordi_outbox_',
  'ordi_backup_age_',
  'ordi_backup_size_',
  'ordi_danger',
  'ordi_backup_',
]

/** Returns the current values in Prometheus' format. A metric without a value has its help only. */
function currentMetrics(ctx: Ctx): Promise<string> {
  const registry = new Registry()
  const metrics = [OWN_METRICS, ...CHECKS].flatMap((check) => readMetrics(ctx, check))
  const inOrder = metrics.toSorted((a, b) => rank(a.name) - rank(b.name))
  for (const { name, help, labels, samples } of inOrder) {
    const declaration = { name, help, labelNames: labels, registers: [registry] }
    const metric = name.endsWith('_total') ? new Counter(declaration) : new Gauge(declaration)
    // A metric without labels is initially 0, which would look like a measured value.
    if (labels.length === 0) metric.remove()
    for (const [labelValues, value] of samples) if (value !== undefined) metric.inc(labelValues, value)
  }
  return registry.metrics()
}

/**
 * Returns the metrics of one check with their samples. It only reads indexes and counters in memory, and
 * writes nothing.
 */
function readMetrics(ctx: Ctx, { read, metrics }: Check) {
  if (metrics === undefined) return []
  const facts = read(ctx)
  return Object.entries(metrics).map(([name, metric]) => {
    const samples: readonly MetricSample[] =
      metric.labels === undefined ? [[{}, metric.value(facts)]] : metric.values(facts)
    return { name, help: metric.help, labels: metric.labels ?? [], samples }
  })
}

/** Returns the rank of a metric in the answer; the lowest comes first. */
function rank(name: string): number {
  const index = FIRST_PREFIXES.findIndex((prefix) => name.startsWith(prefix))
  return index === -1 ? FIRST_PREFIXES.length : index
}

let processRegistry: Registry | undefined

/**
 * Returns the metrics of Node and the process. They are measured only after the first call, because measuring
 * the event loop and the garbage collector costs time.
 */
function processMetrics(): Promise<string> {
  if (processRegistry === undefined) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry })
  }
  return processRegistry.metrics()
}

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** Returns the middleware that measures every request, and the route that answers all metrics. */
export function openMetrics({ config, ctx }: Pick<Deps, 'config' | 'ctx'>) {
  const registry = new Registry()
  const durations = new Histogram({
    name: 'ordi_http_request_duration_seconds',
    help: 'Until the answer begins. The route is a pattern; the last one, /*, is a page.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })

  const measureRequest: MiddlewareHandler<Env> = async (c, next) => {
    const recordDuration = durations.startTimer()
    await next()
    // Visitors can make up methods, each of which would stay in memory.
    const method = KNOWN_METHODS.has(c.req.method) ? c.req.method : 'other'
    recordDuration({ method, route: routePath(c), status: `${Math.floor(c.res.status / 100)}xx` })
  }

  const metricsRoutes = new Hono<Env>().get('/metrics', async (c) => {
    if (!mayRead(c, config)) throw new Problem('unknown_path')
    const practiceMetrics = currentMetrics(ctx({ kind: 'visitor' }))
    const parts = await Promise.all([practiceMetrics, registry.metrics(), processMetrics()])
    return c.body(parts.join('\n'), 200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE })
  })

  return { measureRequest, metricsRoutes }
}

/**
 * Returns whether the caller may read the metrics. Others get 404, so that they do not learn that the metrics
 * exist.
 */
function mayRead(c: Context, { metricsToken }: OpenedConfig): boolean {
  if (metricsToken === undefined) return isFromThisMachine(c)
  // `sameBytes` needs texts of the same length, such as hashes.
  const hashBytes = (text: string) => Buffer.from(hashToken(text))
  const [, token = ''] = /^bearer (.*)$/i.exec(c.req.header('authorization') ?? '') ?? []
  return sameBytes(hashBytes(token), hashBytes(metricsToken))
}
