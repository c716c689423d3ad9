/**
 * `npm run release -- X.Y.Z` makes a release up to what needs a registry: version, section of the changelog,
 * kept database, commit and tag in Git, and in releases/X.Y.Z/ the notes, the bill of materials, the sources,
 * the images for amd64 and arm64, and checksums of all. Nothing leaves this machine.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT, runNode } from './programs.ts'
import {
  assertVersion,
  baseImage,
  checksumLines,
  ReleaseError,
  releaseChangelog,
  withVersion,
} from './release-parts.ts'

const [version] = process.argv.slice(2)

try {
  if (version === undefined) throw new ReleaseError('usage: npm run release -- X.Y.Z')
  await release(version)
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

/** Makes the release, and prints what is left to do. */
async function release(next: string): Promise<void> {
  const notes = await commitRelease(next)
  const folder = join(PROJECT_ROOT, 'releases', next)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'notes.md'), `${notes}\n`)
  writeFileSync(join(folder, 'sbom.cdx.json'), billOfMaterials())
  packSources({ version: next, folder })
  const missing = ['amd64', 'arm64'].filter((platform) => !buildImage({ version: next, platform, folder }))
  writeFileSync(join(folder, 'SHA256SUMS'), checksumLines(hashesOf(folder)))

  console.log(`\n${next} is in ${folder}: ${readdirSync(folder).join(', ')}`)
  if (missing.length > 0)
    // A release without images is complete: they can be built later.
    console.log(`NOT made: the images for ${missing.join(' and ')}. They need a running Docker with buildx.`)
  console.log(`What is left: npm test · git push --follow-tags · load and push the images to your registry`)
}

/**
 * Commits the version in all files that name it, and tags it.
 * @returns the notes of the release
 */
async function commitRelease(next: string): Promise<string> {
  const { version: current } = JSON.parse(readProjectFile('package.json')) as { version: string }
  assertVersion({ current, next, tags: git('tag', '--list').split('\n') })
  if (git('status', '--porcelain') !== '') throw new ReleaseError('There are changes that are not committed.')
  const day = Temporal.Now.plainDateISO('Europe/Vienna').toString()
  const { changelog, notes } = releaseChangelog(readProjectFile('CHANGELOG.md'), { version: next, day })

  writeProjectFile('CHANGELOG.md', changelog)
  for (const file of ['package.json', 'package-lock.json'])
    writeProjectFile(file, withVersion(readProjectFile(file), { current, next }))
  writeProjectFile(
    'Dockerfile',
    readProjectFile('Dockerfile').replace(/^ARG VERSION=.*$/m, `ARG VERSION=${next}`),
  )
  // Another process is needed, because this one has already loaded the old version.
  if ((await runNode([join(PROJECT_ROOT, 'scripts/release-database.ts')])) !== 0)
    throw new ReleaseError('The database of this release could not be stored; see above.')
  git('add', '--all')
  git('commit', '--quiet', '--message', `Release ${next}`)
  git('tag', '--annotate', `v${next}`, '--message', notes)
  return notes
}

/** Packs all files of the commit into the folder. */
function packSources({ version, folder }: Readonly<{ version: string; folder: string }>): void {
  const output = `${folder}/ordi-${version}.tar.gz`
  git('archive', '--format=tar.gz', `--prefix=ordi-${version}/`, `--output=${output}`, 'HEAD')
}

/** Returns the SHA-256 hash of each file in the folder, without that of the list of hashes. */
function hashesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder).filter((file) => file !== 'SHA256SUMS')
  const hashOf = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')
  return Object.fromEntries(files.map((file) => [file, hashOf(file)]))
}

/** Builds the image of one architecture into the folder. Returns false if that is not possible here. */
function buildImage({
  version,
  platform,
  folder,
}: Readonly<{ version: string; platform: string; folder: string }>): boolean {
  const builder = spawnSync('docker', ['buildx', 'inspect', '--bootstrap'], {
    cwd: PROJECT_ROOT,
    stdio: 'ignore',
  })
  if (builder.status !== 0) return false
  const revision = git('rev-parse', '--short=12', 'HEAD')
  const build = spawnSync(
    'docker',
    [
      'buildx',
      'build',
      `--platform=linux/${platform}`,
      `--tag=ordi:${version}`,
      `--build-arg=NODE_IMAGE=${baseImage(readProjectFile('compose.yaml'))}`,
      `--build-arg=VERSION=${version}`,
      `--build-arg=REVISION=${revision}`,
      `--output=type=docker,dest=${join(folder, `ordi-${version}-${platform}.tar`)}`,
      '.',
    ],
    { cwd: PROJECT_ROOT, stdio: 'inherit' },
  )
  return build.status === 0
}

/** Returns the list of all packages with their versions (CycloneDX, JSON). */
function billOfMaterials(): string {
  const script = join(PROJECT_ROOT, 'scripts/sbom.ts')
  return execFileSync(process.execPath, [script], { encoding: 'utf8', maxBuffer: 100_000_000 })
}

/** Runs Git, and returns what it prints. @throws Error when Git fails */
function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: PROJECT_ROOT, encoding: 'utf8' }).trim()
}

function readProjectFile(file: string): string {
  return readFileSync(join(PROJECT_ROOT, file), 'utf8')
}

function writeProjectFile(file: string, text: string): void {
  writeFileSync(join(PROJECT_ROOT, file), text)
}
