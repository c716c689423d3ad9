import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { PROJECT_ROOT } from './programs.ts'

const readProjectFile = (file: string) => readFileSync(join(PROJECT_ROOT, file), 'utf8')

/** Returns the lines below a key of YAML, without the indentation that they have in common. */
function sectionOf(yaml: string, key: string): string {
  const lines = yaml.split('\n')
  const below = lines.slice(lines.findIndex((line) => line.startsWith(`${key}:`)) + 1)
  const end = below.findIndex((line) => !line.startsWith('  '))
  return below
    .slice(0, end === -1 ? undefined : end)
    .map((line) => line.slice(2))
    .join('\n')
}

/** Returns the keys of the outermost level of YAML. */
const keysOf = (yaml: string) => [...yaml.matchAll(/^\w+(?=:)/gm)].map(([key]) => key)

/** The text of compose.yaml without comments and blank lines. */
const compose = readProjectFile('compose.yaml')
  .replace(/(^|\s)#.*$/gm, '')
  .replace(/\n\s*(?=\n)/g, '')
const ordiService = sectionOf(sectionOf(compose, 'services'), 'ordi')
const environment = sectionOf(ordiService, 'environment')

describe('the service ordi of compose.yaml', () => {
  it.each([
    { rule: 'has an init process', line: 'init: true' },
    { rule: 'is not root', line: `user: \${ORDI_USER:-1000:1000}` },
    { rule: 'cannot write outside of its volumes', line: 'read_only: true' },
    { rule: 'has 30 seconds to stop', line: 'stop_grace_period: 30s' },
    { rule: 'starts with the demo practice', line: `  ORDI_DEMO: \${ORDI_DEMO:-1}` },
  ])('$rule', ({ line }) => expect(ordiService.split('\n')).toContain(line))

  it.each([
    { rule: 'is reachable from this machine only', section: 'ports', item: '"127.0.0.1:8080:8080"' },
    { rule: 'stores its data in a named volume', section: 'volumes', item: `\${ORDI_DATA:-ordi-data}:/data` },
    { rule: 'can write to /tmp too', section: 'tmpfs', item: '/tmp' },
    { rule: 'has no capabilities', section: 'cap_drop', item: 'ALL' },
    { rule: 'cannot gain privileges', section: 'security_opt', item: 'no-new-privileges:true' },
  ])('$rule', ({ section, item }) => expect(sectionOf(ordiService, section)).toBe(`- ${item}`))

  it.each([
    { what: 'memory', limit: /^mem_limit: \d+m$/m },
    { what: 'processes', limit: /^pids_limit: \d+$/m },
    { what: 'its log', limit: /^ {4}max-size: \d+m\n {4}max-file: "\d+"$/m },
  ])('limits $what', ({ limit }) => expect(ordiService).toMatch(limit))

  it('takes every setting from .env, except those that the container fixes', () => {
    const firstCells = readProjectFile('docs/configuration.md').match(/^\| `[^|]*/gm) ?? []
    // Some cells have several names, and an asterisk marks a secret.
    const settings = firstCells.flatMap((cell) => cell.match(/\w+/g) ?? [])
    expect(settings.length).toBeGreaterThan(15)
    const taken = keysOf(environment)
    const missing = settings.filter((setting) => !taken.includes(setting))
    expect(missing.toSorted()).toEqual(['DATA_DIR', 'HOST', 'PORT'])
  })

  it('believes X-Forwarded-For from its own network, which has a fixed address', () => {
    const [, trusted = ''] = /^TRUSTED_PROXIES: \$\{TRUSTED_PROXIES:-(\S+)\}$/m.exec(environment) ?? []
    expect(trusted).toMatch(/^172\.30\.\d+\.0\/24$/)
    const network = sectionOf(sectionOf(compose, 'networks'), 'default')
    expect(network).toBe(`ipam:\n  config:\n    - subnet: \${ORDI_SUBNET:-${trusted}}`)
  })
})

describe('compose.yaml', () => {
  it('grants no privileges except the one that Caddy needs for its ports', () => {
    const additions = compose.match(/cap_add:\n(.*- .*\n)+/g)
    expect(additions).toEqual(['cap_add:\n      - NET_BIND_SERVICE\n'])
    expect(compose).not.toMatch(/privileged|network_mode|pid: host|docker\.sock|user: *["']?(0|root)/)
  })
})

describe('the sample settings in docs/ops', () => {
  /**
   * Matches `NAME=value` and `NAME='a value'` at the beginning of a line, after the `#` of an example, and
   * after a space where one line has several.
   */
  const ASSIGNMENT = /(?<=^#?| )(?<name>[A-Z_]+)=(?:'(?<quoted>[^'\n]*)'|(?<plain>\S*))/gm
  const readAssignments = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(ASSIGNMENT)].map(({ groups }) => [groups?.name, groups?.quoted ?? groups?.plain]),
    )

  it('configure a practice behind a proxy, and are taken over by the container', () => {
    const { COMPOSE_PROFILES, ...settings } = readAssignments(readProjectFile('docs/ops/example.env'))
    const config = readConfig(settings)
    expect(config.production).toBe(true)
    expect(config.demo).toBe(false)
    expect(config.mailFrom).toBe('termine@ordination.example')
    expect(config.smtpUrl).toBe('smtp://user:password@mail.ordination.example:587')
    expect(keysOf(environment)).toEqual(expect.arrayContaining(Object.keys(settings)))
    expect(compose).toContain(`profiles:\n      - ${COMPOSE_PROFILES}\n`)
  })

  it('let Ordi listen to a proxy of the same machine under systemd', () => {
    const [, assignments = ''] = /^Environment=(.*)$/m.exec(readProjectFile('docs/ops/ordi.service')) ?? []
    const config = readConfig(readAssignments(assignments))
    expect(config.host).toBe('127.0.0.1')
    expect(config.trustedProxies).toEqual(['127.0.0.1', '::1'])
  })
})
