import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { PROJECT_ROOT } from './programs.ts'

const readProjectFile = (file: string) => readFileSync(join(PROJECT_ROOT, file), 'utf8')

/** The instructions of a Dockerfile, each on one line, without comments. */
const image = readProjectFile('Dockerfile')
  .replace(/\\\n/g, ' ')
  .replace(/^#.*\n/gm, '')
/** The instructions of the last stage, which becomes the image. */
const finalStage = image.slice(image.lastIndexOf('\nFROM '))
/** The instructions of the stage that prepares the base image. */
const systemStage = image.slice(image.indexOf('\nFROM $NODE_IMAGE AS system\n'), -finalStage.length)
/** The text of compose.yaml without comments. */
const compose = readProjectFile('compose.yaml').replace(/\s*#.*$/gm, '')
/** The section of the service `ordi` in compose.yaml. */
const ordi = compose.slice(compose.indexOf('\n  ordi:\n'), compose.indexOf('\n  caddy:\n'))
const { version, engines } = JSON.parse(readProjectFile('package.json'))

describe('the image', () => {
  it('runs as a numbered user that is not root', () => {
    const users = [...finalStage.matchAll(/^USER (.*)$/gm)].map(([, user]) => user)
    expect(users).toEqual(['1000:1000'])
    expect(finalStage.indexOf('\nUSER ')).toBeLessThan(finalStage.indexOf('\nCMD '))
  })

  it('runs its commands without a shell, so that they receive signals', () => {
    expect(finalStage).toMatch(/^CMD \["node", "\/app\/src\/dist\/main\.js", "serve"\]$/m)
    expect(finalStage).toMatch(/^HEALTHCHECK .*CMD \["node", "\/app\/src\/dist\/main\.js", "healthcheck"\]$/m)
    expect(finalStage).not.toMatch(/^ENTRYPOINT/m)
  })

  it('stores all data in the volume', () => {
    expect(finalStage).toMatch(/^VOLUME \/data$/m)
    expect(finalStage).toMatch(/^ENV .*\bDATA_DIR=\/data\b/m)
  })

  it('runs in production mode on the Node of package.json', () => {
    expect(finalStage).toMatch(/^ENV .*\bNODE_ENV=production\b/m)
    const node = `docker.io/library/node:${/\d+/.exec(engines.node)}-slim`
    expect(image).toMatch(`ARG NODE_IMAGE=${node}\n`)
    // Every stage is based on that image. The last one copies it.
    const bases = [...image.matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm)].map(([, base]) => base)
    expect(bases).toEqual(['$NODE_IMAGE', '$NODE_IMAGE', '$NODE_IMAGE', 'scratch'])
    expect(image).toMatch(/^FROM \$NODE_IMAGE AS system$/m)
    expect(finalStage).toMatch(/^COPY --from=system \/ \/$/m)
    expect(ordi).toMatch(new RegExp(`^ {8}NODE_IMAGE: ${node}@sha256:[\\da-f]{64}$`, 'm'))
  })

  it('finds node and ordi, although it inherits no environment', () => {
    expect(finalStage).toMatch(/^ENV PATH=\S*\/usr\/local\/bin:\S*\/bin /m)
    expect(systemStage).toMatch(/ln -s \/app\/src\/dist\/main\.js \/usr\/local\/bin\/ordi /)
  })

  it('deletes what it does not need before it is copied, as otherwise it grows', () => {
    expect(systemStage).toMatch(/rm -rf \/usr\/local\/lib\/node_modules /)
    expect(finalStage).not.toMatch(/^RUN/m)
  })

  it('is built without install scripts', () => {
    const installs = image.match(/npm (ci|i|install)\b[^&\n]*/g) ?? []
    expect(installs.length).toBeGreaterThan(0)
    for (const install of installs) expect(install).toMatch(/^npm ci .*--ignore-scripts/)
  })

  it('has the version as a label', () => {
    expect(finalStage).toContain(`ARG VERSION=${version}\n`)
    expect(finalStage).toMatch(/org\.opencontainers\.image\.version="\$VERSION"/)
  })

  it('is built from listed files only, without builds and browser tests', () => {
    // The first line excludes everything. Lines with an exclamation mark include files again.
    const [all, ...rest] = readProjectFile('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(all).toBe('*')
    for (const line of rest.filter((text) => text.startsWith('!')))
      expect(existsSync(join(PROJECT_ROOT, line.slice(1))), line).toBe(true)
    expect(rest).toEqual(expect.arrayContaining(['src/dist', 'ui/dist', 'ui/e2e']))
    expect(rest).not.toContain('!data')
  })
})

describe('the samples in docs/ops', () => {
  /**
   * Matches `NAME=value` and `NAME='a value'` at the beginning of a line, after the `#` of an example, and
   * after a space where one line has several.
   */
  const ASSIGNMENT = /(?<=^#?| )([A-Z_]+)=(?:'([^'\n]*)'|(\S*))/gm
  const readAssignments = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(ASSIGNMENT)].map(([, name = '', quoted, plain = '']) => [name, quoted ?? plain]),
    )

  it('configure a practice behind a proxy, in a container and under systemd', () => {
    const { COMPOSE_PROFILES, ...settings } = readAssignments(readProjectFile('docs/ops/example.env'))
    const config = readConfig(settings)
    expect([config.production, config.demo, config.mailFrom]).toEqual([
      true,
      false,
      'termine@ordination.example',
    ])
    expect(config.smtpUrl).toBe('smtp://user:password@mail.ordination.example:587')
    for (const name of Object.keys(settings)) expect(ordi).toMatch(new RegExp(`^ {6}${name}:`, 'm'))
    expect(compose).toMatch(`profiles:\n      - ${COMPOSE_PROFILES}\n`)

    const [, service = ''] = /^Environment=(.*)$/m.exec(readProjectFile('docs/ops/ordi.service')) ?? []
    const underSystemd = readConfig(readAssignments(service))
    expect([underSystemd.host, underSystemd.trustedProxies]).toEqual(['127.0.0.1', ['127.0.0.1', '::1']])
  })
})

describe('compose.yaml', () => {
  it.each([
    ['can write to its volume and /tmp only', /^ {4}read_only: true\n {4}tmpfs:\n {6}- \/tmp$/m],
    ['has no capabilities', /^ {4}cap_drop:\n {6}- ALL$/m],
    ['cannot gain privileges', /^ {4}security_opt:\n {6}- no-new-privileges:true$/m],
    ['has an init process', /^ {4}init: true$/m],
    ['limits memory', /^ {4}mem_limit: \d+m$/m],
    ['limits processes', /^ {4}pids_limit: \d+$/m],
    ['has 30 seconds to stop', /^ {4}stop_grace_period: 30s$/m],
    ['limits its log', /^ {8}max-size: \d+m\n {8}max-file: "\d+"$/m],
    ['is reachable from this machine only', /^ {4}ports:\n {6}- "127\.0\.0\.1:8080:8080"\n {4}\w/m],
    ['stores its data in a named volume', /^ {4}volumes:\n {6}- \$\{ORDI_DATA:-ordi-data\}:\/data\n/m],
    ['starts with the demo practice', /^ {6}ORDI_DEMO: \$\{ORDI_DEMO:-1\}$/m],
    ['is not root', /^ {4}user: \$\{ORDI_USER:-1000:1000\}$/m],
  ])('%s', (_, rule) => expect(ordi).toMatch(rule))

  it('takes every setting from .env, except those that the container fixes', () => {
    const settings = [...readProjectFile('docs/configuration.md').matchAll(/^\|(( `\w+`( \*)?,?)+) \|/gm)]
    // A row of the table can have several names in its first cell.
    const names = settings.flatMap(([, cell = '']) => [...cell.matchAll(/\w+/g)].map(([name]) => name))
    // The settings are in the section `environment` of the service.
    const taken = [...ordi.matchAll(/^ {6}(\w+):/gm)].map(([, name]) => name)
    const fixed = ['DATA_DIR', 'HOST', 'PORT']
    expect(names.length).toBeGreaterThan(15)
    const missing = names.filter((name) => !taken.includes(name))
    expect(missing.toSorted()).toEqual(fixed)
  })

  it('believes X-Forwarded-For from its own network, which has a fixed address', () => {
    const [, trusted = ''] = /^ {6}TRUSTED_PROXIES: \$\{TRUSTED_PROXIES:-(\S+)\}$/m.exec(compose) ?? []
    expect(trusted).toMatch(/^172\.30\.\d+\.0\/24$/)
    expect(compose).toContain(
      `\nnetworks:\n  default:\n    ipam:\n      config:\n        - subnet: \${ORDI_SUBNET:-${trusted}}\n`,
    )
  })

  it('grants no privileges except the one that Caddy needs for its ports', () => {
    expect(compose.match(/cap_add:\n(.*- .*\n)+/g)).toEqual(['cap_add:\n      - NET_BIND_SERVICE\n'])
    expect(compose).not.toMatch(/privileged|network_mode|pid: host|docker\.sock|user: *["']?(0|root)/)
  })
})
