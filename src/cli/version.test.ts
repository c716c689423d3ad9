import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failure, ordi, success } from '../testing/command-line.ts'
import { listen } from '../testing/loopback.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { VERSION } from '../version.ts'

/** The line with version and commit. */
const VERSION_LINE = /^\d+\.\d+\.\d+ \(commit ([\da-f]{12}|unknown)\)\n/

/** Runs `ordi version --check`, and returns its output after the line with version and commit. */
async function check(source: string) {
  const { status, out, err } = await ordi(['version', '--check', source])
  expect(out).toMatch(VERSION_LINE)
  return { status, out: out.replace(VERSION_LINE, ''), err }
}

/** Writes a file that names the newest version. @returns its path */
function writeNewest(text: string): string {
  const path = join(tempDir(), 'newest')
  writeFileSync(path, text)
  return path
}

describe('ordi version', () => {
  it('prints version and commit', async () => {
    const { status, out } = await ordi(['version'])
    expect(status).toBe(0)
    expect(out.startsWith(`${VERSION} (`)).toBe(true)
    expect(out).toMatch(VERSION_LINE)
  })

  it.each([
    { source: 'a line', text: '0.10.0\n' },
    { source: 'a line with more', text: 'v0.10.0 of 3 March\nText\n' },
    { source: 'JSON', text: '{"name": "Ordi", "version": "0.10.0"}' },
    { source: 'JSON as GitHub answers it', text: '{\n  "tag_name": "v0.10.0",\n  "body": "1.0.0"\n}' },
  ])('names the newer version of $source', async ({ text }) => {
    const newer =
      'There is a newer version: 0.10.0. CHANGELOG.md says what it brings and what is to be done.\n'
    expect(await check(writeNewest(text))).toEqual(success(newer))
  })

  it.each([VERSION, '0.0.9'])('says that %s is not newer', async (newest) => {
    const url = await listen((_, response) => response.end(newest))
    expect(await check(url)).toEqual(success(`There is no newer version: ${url} names ${newest}.\n`))
  })

  it('sends nothing about the practice', async () => {
    const requests: string[] = []
    const url = await listen(({ method, url, headers }, response) => {
      requests.push(`${method} ${url} by ${headers['user-agent']}`)
      response.end(VERSION)
    })
    await check(url)
    expect(requests).toEqual(['GET / by node'])
  })

  it('explains why the newest version is unknown', async () => {
    const refusing = await listen((_, response) => response.writeHead(404).end())
    const unknown = 'The newest version is not known'
    expect((await check(refusing)).err).toBe(`${unknown}: ${refusing} cannot be read (status 404).\n`)
    expect((await check('/nowhere')).err).toMatch(`${unknown}: /nowhere cannot be read (ENOENT`)
  })

  it('names no password of the address', async () => {
    const { err } = await check('https://ordi:geheim@releases.example/latest')
    expect(err).toMatch('https://********@releases.example/latest cannot be read')
    expect(err).not.toContain('geheim')
  })

  it.each(['<!doctype html>', '{"name": "Ordi"}', 'null'])('finds no version in %s', async (text) => {
    const path = writeNewest(text)
    expect(await check(path)).toEqual(
      failure(
        `The newest version is not known: ${path} has neither a version in its first line nor JSON with "version".\n`,
      ),
    )
  })

  it.each([{ args: ['--check'] }, { args: ['0.2.0'] }, { args: ['--check', 'a', 'b'] }])(
    'refuses $args with its usage',
    async ({ args }) => {
      expect(await ordi(['version', ...args])).toEqual(failure('usage: ordi version [--check FILE|URL]\n'))
    },
  )
})
