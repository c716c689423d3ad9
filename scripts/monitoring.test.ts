import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addCalendar } from '../src/calendars/calendars.ts'
import { openWatchedApp } from '../src/testing/watched-app.ts'
import { PROJECT_ROOT } from './programs.ts'

// These tests compare the samples of docs/ops for Prometheus and Grafana with the metrics that exist.

const readSample = (name: string) => readFileSync(join(PROJECT_ROOT, 'docs/ops', name), 'utf8')
/** Returns the names of metrics that a text mentions, which their prefixes tell from other words. */
const metricsIn = (text: string) => new Set(text.match(/\b(?:ordi|process|nodejs)_\w+\b/g))

type Panel = { datasource?: { uid: string }; targets?: { expr: string }[] }
type Dashboard = { schemaVersion: number; templating: { list: { type: string }[] }; panels: Panel[] }
const dashboard = JSON.parse(readSample('grafana-dashboard.json')) as Dashboard
const dashboardQueries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
/** One query for each alert rule. */
const alertQueries = readSample('alert-rules.yml').match(/(?<=^ +expr: ).+$/gm) ?? []
/** The page that explains monitoring to people who run Ordi. */
const page = readSample('monitoring.md')

/**
 * Returns the names in the answer of a running portal to Prometheus. A histogram has several: its name with
 * `_bucket`, `_sum` and `_count`.
 */
async function readExportedNames(): Promise<Set<string>> {
  const app = openWatchedApp()
  const calendar = { name: 'Privat', url: 'https://calendar.example/', resource_id: null, busy_only: true }
  addCalendar(app.ctx(), calendar)
  await app.browser().get('/api/status')
  const { text } = await app.browser('127.0.0.1').get('/metrics')
  return new Set(text.match(/^\w+/gm))
}

it('the alert rules and the dashboard query only names that the portal exports', async () => {
  expect(alertQueries).toHaveLength(19)
  expect(dashboardQueries.length).toBeGreaterThan(40)
  const exportedNames = await readExportedNames()
  const queriedNames = metricsIn([...alertQueries, ...dashboardQueries].join('\n'))
  expect([...queriedNames].filter((name) => !exportedNames.has(name))).toEqual([])
})

it('the page names only metrics that the portal exports', async () => {
  const exportedNames = await readExportedNames()
  const isExported = (name: string) => exportedNames.has(name) || exportedNames.has(`${name}_count`)
  // A name with an asterisk, such as nodejs_*, stands for a group.
  const mentionedNames = metricsIn(page.replaceAll(/`\w+\*`/g, ''))
  expect(mentionedNames.size).toBeGreaterThan(20)
  expect([...mentionedNames].filter((name) => !isExported(name))).toEqual([])
})

it('the page explains every metric of Ordi, and the dashboard shows all but three', async () => {
  const names = [...(await readExportedNames())].filter((name) => name.startsWith('ordi_'))
  const metrics = [...new Set(names.map((name) => name.replace(/_(bucket|sum|count)$/, '')))]
  expect(metrics.filter((metric) => !page.includes(metric))).toEqual([])
  const queries = dashboardQueries.join('\n')
  expect(metrics.filter((metric) => !queries.includes(metric)).toSorted()).toEqual([
    'ordi_odoo_on',
    'ordi_sms_balance_timestamp_seconds',
    'ordi_sms_provider_set_up',
  ])
})

it('the dashboard works with any data source', () => {
  expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(38)
  expect(dashboard.templating.list.map(({ type }) => type)).toEqual(['datasource', 'query'])
  const sources = dashboard.panels.flatMap(({ datasource }) => datasource?.uid ?? [])
  expect(new Set(sources)).toEqual(new Set([`$\{datasource}`]))
})

it.skipIf(spawnSync('which', ['promtool']).status !== 0)(
  'the alerts fire when they should, and not before (needs promtool)',
  () => {
    const runPromtool = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: PROJECT_ROOT, encoding: 'utf8' })
      // The output is returned so that a failed assertion shows it.
      return { status, output: stdout + stderr }
    }
    expect(runPromtool('check', 'rules', 'docs/ops/alert-rules.yml')).toMatchObject({ status: 0 })
    expect(runPromtool('test', 'rules', 'scripts/alert-rules.promtool.yml')).toMatchObject({ status: 0 })
  },
)
