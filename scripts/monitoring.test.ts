import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addCalendar } from '../src/calendars/calendars.ts'
import { openWatchedApp } from '../src/testing/watched-app.ts'
import { ROOT } from './programs.ts'

// These tests compare the samples of docs/ops for Prometheus and Grafana with the metrics that exist.

const read = (name: string) => readFileSync(join(ROOT, 'docs/ops', name), 'utf8')
const NAMES = /\b(?:ordi|process|nodejs)_\w+\b/g
const namesIn = (text: string) => [...new Set(text.match(NAMES))].sort()

type Panel = { datasource?: { uid: string }; targets?: { expr: string }[] }
type Dashboard = { schemaVersion: number; templating: { list: { type: string }[] }; panels: Panel[] }
const dashboard = JSON.parse(read('grafana-dashboard.json')) as Dashboard
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
const rules = read('alert-rules.yml')
  .split('\n')
  .flatMap((line) => /^ +expr: (.+)$/.exec(line)?.[1] ?? [])

/** The names of all samples that the portal gives. */
async function givenNames(): Promise<Set<string>> {
  const app = openWatchedApp()
  const calendar = { name: 'Privat', url: 'https://calendar.example/', resource_id: null, busy_only: true }
  addCalendar(app.ctx(), calendar)
  await app.browser().get('/api/status')
  const { text } = await app.browser('127.0.0.1').get('/metrics')
  return new Set(text.split('\n').flatMap((line) => /^\w+/.exec(line)?.[0] ?? []))
}

it('asks for metrics that the portal gives', async () => {
  expect(rules).toHaveLength(19)
  expect(queries.length).toBeGreaterThan(40)
  const given = await givenNames()
  const asked = namesIn([...rules, ...queries].join('\n'))
  expect(asked.filter((name) => !given.has(name))).toEqual([])
  // A name that ends with an asterisk on the page is a group, such as nodejs_*.
  const named = namesIn(read('monitoring.md').replaceAll(/`\w+\*`/g, ''))
  const isGiven = (name: string) => given.has(name) || given.has(`${name}_count`)
  expect(named.filter((name) => !isGiven(name))).toEqual([])
})

it('shows and explains every metric of Ordi', async () => {
  const own = [...(await givenNames())].filter((name) => name.startsWith('ordi_'))
  const families = [...new Set(own.map((name) => name.replace(/_(bucket|sum|count)$/, '')))]
  const [shown, page] = [queries.join('\n'), read('monitoring.md')]
  expect(families.filter((name) => !page.includes(name))).toEqual([])
  expect(families.filter((name) => !shown.includes(name)).toSorted()).toEqual([
    'ordi_odoo_on',
    'ordi_sms_balance_timestamp_seconds',
    'ordi_sms_provider_set_up',
  ])
})

it('has a dashboard for any data source', () => {
  expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(38)
  expect(dashboard.templating.list.map(({ type }) => type)).toEqual(['datasource', 'query'])
  const sources = dashboard.panels.flatMap(({ datasource }) => datasource?.uid ?? [])
  expect(new Set(sources)).toEqual(new Set([`$\{datasource}`]))
})

it.skipIf(spawnSync('which', ['promtool']).status !== 0)(
  'has alerts that fire when they should, and not before (needs promtool)',
  () => {
    const promtool = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: ROOT, encoding: 'utf8' })
      return { status, said: stdout + stderr }
    }
    expect(promtool('check', 'rules', 'docs/ops/alert-rules.yml')).toMatchObject({ status: 0 })
    expect(promtool('test', 'rules', 'scripts/alert-rules.promtool.yml')).toMatchObject({ status: 0 })
  },
)
