import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT_ROOT } from './programs.ts'

const readProjectFile = (file: string) => readFileSync(join(PROJECT_ROOT, file), 'utf8')

/** The instructions of the Dockerfile, each on one line, without comments. */
const dockerfile = readProjectFile('Dockerfile')
  .replace(/\\\n/g, ' ')
  .replace(/^#.*\n/gm, '')
/** The stages, each with its instructions. What comes before the first one holds for all. */
const [beforeStages = '', ...stages] = dockerfile.split(/^(?=FROM )/m)
/** The last stage, which becomes the image. */
const finalStage = stages.at(-1) ?? ''
/** The stage that prepares the base image. */
const systemStage = stages.find((stage) => stage.startsWith('FROM $NODE_IMAGE AS system\n')) ?? ''

/** Returns what follows each of these instructions, such as `/data` for `VOLUME`. */
const argumentsOf = (stage: string, instruction: string) =>
  stage
    .split('\n')
    .filter((line) => line.startsWith(`${instruction} `))
    .map((line) => line.slice(instruction.length + 1))

const environment = argumentsOf(finalStage, 'ENV').join(' ').split(' ')
const { version, engines } = JSON.parse(readProjectFile('package.json'))

it('the image runs as a numbered user that is not root', () => {
  expect(argumentsOf(finalStage, 'USER')).toEqual(['1000:1000'])
  expect(finalStage.indexOf('\nUSER ')).toBeLessThan(finalStage.indexOf('\nCMD '))
})

it('the image runs its commands without a shell, so that they receive signals', () => {
  expect(argumentsOf(finalStage, 'CMD')).toEqual(['["node", "/app/src/dist/main.js", "serve"]'])
  const [healthCheck, ...others] = argumentsOf(finalStage, 'HEALTHCHECK')
  expect(healthCheck).toMatch(/ CMD \["node", "\/app\/src\/dist\/main\.js", "healthcheck"\]$/)
  expect(others).toEqual([])
  expect(finalStage).not.toContain('\nENTRYPOINT')
})

it('the image stores all data in the volume', () => {
  expect(argumentsOf(finalStage, 'VOLUME')).toEqual(['/data'])
  expect(environment).toContain('DATA_DIR=/data')
})

it('the image runs in production mode', () => {
  expect(environment).toContain('NODE_ENV=production')
})

it('all stages are based on the Node of package.json, and the last one copies it', () => {
  const [nodeVersion] = engines.node.match(/\d+/)
  const nodeImage = `docker.io/library/node:${nodeVersion}-slim`
  expect(argumentsOf(beforeStages, 'ARG')).toEqual([`NODE_IMAGE=${nodeImage}`])
  const stageNames = stages.map((stage) => /^FROM (?:--platform=\S+ )?(.*)/.exec(stage)?.[1])
  expect(stageNames).toEqual([
    '$NODE_IMAGE AS built',
    '$NODE_IMAGE AS packages',
    '$NODE_IMAGE AS system',
    'scratch',
  ])
  expect(argumentsOf(finalStage, 'COPY')).toContain('--from=system / /')
  const pinnedImage = new RegExp(`^ {8}NODE_IMAGE: ${nodeImage}@sha256:[\\da-f]{64}$`, 'm')
  expect(readProjectFile('compose.yaml')).toMatch(pinnedImage)
})

it('the image finds node and ordi, although it inherits no environment', () => {
  const path = environment.find((variable) => variable.startsWith('PATH='))
  expect(path?.slice('PATH='.length).split(':')).toEqual(expect.arrayContaining(['/usr/local/bin', '/bin']))
  expect(systemStage).toContain(' ln -s /app/src/dist/main.js /usr/local/bin/ordi ')
})

it('the image is copied from a stage that has deleted what it does not need, as otherwise it grows', () => {
  expect(systemStage).toContain('rm -rf /usr/local/lib/node_modules ')
  expect(argumentsOf(finalStage, 'RUN')).toEqual([])
})

it('the image is built without install scripts', () => {
  const installs = dockerfile.match(/npm (ci|i|install)\b[^&\n]*/g) ?? []
  expect(installs.length).toBeGreaterThan(0)
  for (const install of installs) expect(install).toMatch(/^npm ci .*--ignore-scripts/)
})

it('the image has the version as a label', () => {
  expect(argumentsOf(finalStage, 'ARG')).toContain(`VERSION=${version}`)
  expect(argumentsOf(finalStage, 'LABEL').join()).toContain('org.opencontainers.image.version="$VERSION"')
})

it('the image is built from listed files only, without builds and browser tests', () => {
  const [first, ...others] = readProjectFile('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  // The first line excludes everything. Lines with an exclamation mark include files again.
  expect(first).toBe('*')
  const included = others.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  expect(included.filter((path) => !existsSync(join(PROJECT_ROOT, path)))).toEqual([])
  expect(included).not.toContain('data')
  expect(others).toEqual(expect.arrayContaining(['src/dist', 'ui/dist', 'ui/e2e']))
})
