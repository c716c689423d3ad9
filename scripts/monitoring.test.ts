import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addCalendar } from '../src/calendars/calendars.ts'
import { openWatchedApp } from '../src/testing/watched-app.ts'
import { PROJECT_ROOT } from './programs.ts'

// These tests compare the samples of docs/ops for Prometheus and Grafana with the metrics that exist.

const readSample = (name: string) => readFileSync(join(PROJECT_ROOT, 'docs/ops', name), 'utf8')
/** Matches the names of metrics by their prefixes. */
const METRIC_NAMES = /\b(?:ordi|process|nodejs)_\w+\b/g
const namesIn = (text: string) => [...new Set(text.match(METRIC_NAMES))].sort()

type Panel = { datasource?: { uid: string }; targets?: { expr: string }[] }
type Dashboard = { schemaVersion: number; templating: { list: { type: string }[] }; panels: Panel[] }
const dashboard = JSON.parse(readSample('grafana-dashboard.json')) as Dashboard
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
const rules = readSample('alert-rules.yml')
  .split('\n')
  .flatMap((line) => /^ +expr: (.+)$/.exec(line)?.[1] ?? [])

/** Returns the names of all samples that a running portal exports. */
async function exportedMetrics(): Promise<Set<string>> {
  const app = openWatchedApp()
  const calendar = { name: 'Privat', url: 'https://calendar.example/', resource_id: null, busy_only: true }
  addCalendar(app.ctx(), calendar)
  await app.browser().get('/api/status')
  const { text } = await app.browser('127.0.0.1').get('/metrics')
  return new Set(text.split('\n').flatMap((line) => /^\w+/.exec(line)?.[0] ?? []))
}

it('alert rules, dashboard and page mention only metrics that the portal exports', async () => {
  expect(rules).toHaveLength(19)
  expect(queries.length).toBeGreaterThan(40)
  const exported = await exportedMetrics()
  const queried = namesIn([...rules, ...queries].join('\n'))
  expect(queried.filter((name) => !exported.has(name))).toEqual([])
  // A name that ends with an asterisk on the page is a group, such as nodejs_*.
  const named = namesIn(readSample('monitoring.md').replaceAll(/`\w+\*`/g, ''))
  const isExported = (name: string) => exported.has(name) || exported.has(`${name}_count`)
  expect(named.filter((name) => !isExported(name))).toEqual([])
})

it('the page explains every metric of Ordi, and the dashboard shows all but three', async () => {
  const own = [...(await exportedMetrics())].filter((name) => name.startsWith('ordi_'))
  const families = [...new Set(own.map((name) => name.replace(/_(bucket|sum|count)$/, '')))]
  // A histogram is one metric with several samples.
  const shown = queries.join('\n')
  const page = readSample('monitoring.md')
  expect(families.filter((name) => !page.includes(name))).toEqual([])
  expect(families.filter((name) => !shown.includes(name)).toSorted()).toEqual([
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
      // The output is returned too, so that a failed assertion shows it.
      return { status, output: stdout + stderr }
    }
    expect(runPromtool('check', 'rules', 'docs/ops/alert-rules.yml')).toMatchObject({ status: 0 })
    expect(runPromtool('test', 'rules', 'scripts/alert-rules.promtool.yml')).toMatchObject({ status: 0 })
  },
)
