import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './tools.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** The instructions of a Dockerfile, each on one line, without comments. */
const image = read('Dockerfile')
  .replace(/\\\n/g, ' ')
  .replace(/^#.*\n/gm, '')
const final = image.slice(image.lastIndexOf('\nFROM '))
const compose = read('compose.yaml').replace(/\s*#.*$/gm, '')
const { version, engines } = JSON.parse(read('package.json'))

describe('the image', () => {
  it('runs as a numbered user that is not root, from the start of the program', () => {
    const users = [...final.matchAll(/^USER (.*)$/gm)].map(([, user]) => user)
    expect(users).toEqual(['1000:1000'])
    expect(final.indexOf('\nUSER ')).toBeLessThan(final.indexOf('\nCMD '))
  })

  it('receives its signals itself: commands without a shell', () => {
    expect(final).toMatch(/^CMD \["node", "\/app\/src\/dist\/main\.js", "serve"\]$/m)
    expect(final).toMatch(/^HEALTHCHECK .*CMD \["node", "\/app\/src\/dist\/main\.js", "healthcheck"\]$/m)
    expect(final).not.toMatch(/^ENTRYPOINT/m)
  })

  it('keeps everything that is kept in one place', () => {
    expect(final).toMatch(/^VOLUME \/data$/m)
    expect(final).toMatch(/^ENV .*\bDATA_DIR=\/data\b/m)
  })

  it('runs for production, on the Node that the package asks for', () => {
    expect(final).toMatch(/^ENV .*\bNODE_ENV=production\b/m)
    const bases = [...image.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    expect(new Set(bases)).toEqual(new Set([`docker.io/library/node:${/\d+/.exec(engines.node)}-slim`]))
  })

  it('runs no script of a package while it is built', () => {
    const installs = image.match(/npm (ci|i|install)\b[^&\n]*/g) ?? []
    expect(installs.length).toBeGreaterThan(0)
    for (const install of installs) expect(install).toMatch(/^npm ci .*--ignore-scripts/)
  })

  it('says which version it is', () => {
    expect(final).toContain(`ARG VERSION=${version}\n`)
    expect(final).toMatch(/org\.opencontainers\.image\.version="\$VERSION"/)
  })

  it('is made from what is listed, and of that nothing that a build or a test left behind', () => {
    const [all, ...rest] = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(all).toBe('*')
    for (const wanted of rest.filter((line) => line.startsWith('!')))
      expect(existsSync(join(ROOT, wanted.slice(1))), wanted).toBe(true)
    expect(rest).toEqual(expect.arrayContaining(['src/dist', 'ui/dist', 'ui/e2e']))
    expect(rest).not.toContain('!data')
  })
})

describe('compose.yaml', () => {
  it.each([
    ['cannot write but to its volume and /tmp', /^ {4}read_only: true\n {4}tmpfs:\n {6}- \/tmp$/m],
    ['has no capabilities', /^ {4}cap_drop:\n {6}- ALL$/m],
    ['cannot gain privileges', /^ {4}security_opt:\n {6}- no-new-privileges:true$/m],
    ['has an init for PID 1', /^ {4}init: true$/m],
    ['has bounds for memory', /^ {4}mem_limit: \d+m$/m],
    ['has bounds for processes', /^ {4}pids_limit: \d+$/m],
    ['has the time to finish what is under way', /^ {4}stop_grace_period: 30s$/m],
    ['keeps its log small', /^ {8}max-size: \d+m\n {8}max-file: "\d+"$/m],
    ['is reached from this machine alone', /^ {4}ports:\n {6}- "127\.0\.0\.1:8080:8080"\n {4}\w/m],
    ['keeps its data in a named volume', /^ {4}volumes:\n {6}- ordi-data:\/data\n/m],
    ['starts with the demo practice', /^ {6}ORDI_DEMO: "1"$/m],
  ])('%s', (_, rule) => expect(compose).toMatch(rule))

  it('hands out no more rights anywhere', () => {
    expect(compose).not.toMatch(/privileged|cap_add|network_mode|pid: host|docker\.sock|user: *["']?(0|root)/)
  })
})
