import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from './programs.ts'
import {
  assertVersion,
  baseImage,
  checksumLines,
  releaseChangelog,
  withProductName,
  withVersion,
} from './release-parts.ts'

describe('a release', () => {
  const AFTER_1_10 = { current: '1.10.0', tags: ['v1.11.0'] }

  it.each([
    { version: '1.2', reason: 'is not a version' },
    { version: 'v1.2.3', reason: 'is not a version' },
    { version: '1.2.3-rc.1', reason: 'is not a version' },
    { version: '1.9.9', reason: 'is older than 1.10.0' },
    { version: '1.11.0', reason: 'The tag v1.11.0 already exists' },
  ])('is refused as $version: $reason', ({ version, reason }) => {
    expect(() => assertVersion({ ...AFTER_1_10, next: version })).toThrow(reason)
  })

  it.each(['1.10.0', '1.10.1', '1.12.0', '2.0.0'])('may follow 1.10.0 as %s', (version) => {
    expect(() => assertVersion({ ...AFTER_1_10, next: version })).not.toThrow()
  })

  it('takes what was unreleased, and leaves an empty section for what comes', () => {
    const text =
      '# Changelog\n\n## Unreleased\n\n- New.\n- **migration** More.\n\n## 1.0.0 – 2026-01-02\n\n- First.\n'
    expect(releaseChangelog(text, { version: '1.1.0', day: '2027-01-07' })).toEqual({
      notes: '- New.\n- **migration** More.',
      changelog: text.replace('## Unreleased\n', '## Unreleased\n\n## 1.1.0 – 2027-01-07\n'),
    })
  })

  it.each([
    { text: '# Changelog\n\n## Unreleased\n\n## 1.0.0\n\n- First.\n', reason: 'is empty' },
    { text: '# Changelog\n\n## Unreleased\n', reason: 'is empty' },
    { text: '# Changelog\n', reason: 'has no section' },
  ])('is refused with the changelog $text, which $reason', ({ text, reason }) => {
    expect(() => releaseChangelog(text, { version: '1.1.0', day: '2027-01-07' })).toThrow(reason)
  })

  it('changes the version of Ordi only, not that of a package', () => {
    const lock = '{"name": "ordi",\n "version": "1.0.0", "x": {"name": "other", "version": "1.0.0"}}'
    expect(withVersion(lock, { current: '1.0.0', next: '1.1.0' })).toBe(
      '{"name": "ordi",\n "version": "1.1.0", "x": {"name": "other", "version": "1.0.0"}}',
    )
    expect(() => withVersion(lock, { current: '1.0.1', next: '1.1.0' })).toThrow('no version 1.0.1')
  })

  it('names the product in its bill of materials, in whatever folder it is made', () => {
    const component = { 'bom-ref': 'ordi@1.0.0', name: 'checkout', version: '1.0.0' }
    const bom = withProductName(
      JSON.stringify({ bomFormat: 'CycloneDX', metadata: { component }, components: [] }),
    )
    expect(JSON.parse(bom)).toEqual({
      bomFormat: 'CycloneDX',
      metadata: { component: { ...component, name: 'ordi' } },
      components: [],
    })
  })

  it('has the same name in the bill of materials of `npm run sbom`', () => {
    const bom = execFileSync(process.execPath, [join(PROJECT_ROOT, 'scripts/sbom.ts')], {
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    })
    const { metadata, components } = JSON.parse(bom)
    expect(metadata.component.name).toBe('ordi')
    expect(components.length).toBeGreaterThan(100)
  })

  it('is built on the base image that compose.yaml pins', () => {
    expect(baseImage(readFileSync(join(PROJECT_ROOT, 'compose.yaml'), 'utf8'))).toMatch(
      /^docker\.io\/library\/node:\d+-slim@sha256:[\da-f]{64}$/,
    )
    expect(() => baseImage('        NODE_IMAGE: docker.io/library/node:26-slim\n')).toThrow(
      'compose.yaml names no base image with its digest.',
    )
  })

  it('has checksums that sha256sum reads', () => {
    expect(checksumLines({ 'sbom.json': 'b2', 'image.tar': 'a1' })).toBe('a1  image.tar\nb2  sbom.json\n')
  })
})
