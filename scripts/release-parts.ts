/** Thrown when a release cannot be made. Its message is written for the developer. */
export class ReleaseError extends Error {}

const VERSION_PATTERN = /^(\d+)\.(\d+)\.(\d+)$/
const UNRELEASED = '## Unreleased'

/** The version of this project, and the one that replaces it. */
type Versions = Readonly<{ current: string; next: string }>

/**
 * Asserts that `next` can be released after `current`: it must be later, or the same if it has no tag yet.
 * @param tags the tags of Git, such as `v1.2.3`
 * @throws ReleaseError
 */
export function assertVersion({
  current,
  next,
  tags,
}: Versions & Readonly<{ tags: readonly string[] }>): void {
  if (!VERSION_PATTERN.test(next)) throw new ReleaseError(`${next} is not a version such as 1.2.3.`)
  if (tags.includes(`v${next}`)) throw new ReleaseError(`The tag v${next} already exists.`)
  if (compareVersions(next, current) < 0) throw new ReleaseError(`${next} is older than ${current}.`)
}

/** Returns a number below 0 when `one` is older, 0 when they are the same. */
function compareVersions(one: string, other: string): number {
  const parts = (version: string) => version.split('.').map(Number)
  const otherParts = parts(other)
  const differences = parts(one).map((part, i) => part - (otherParts[i] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}

/**
 * Turns the section "Unreleased" into the section of the version, and puts a new empty one above it. Returns
 * the changelog and the text of that section, which becomes the release notes.
 * @param day such as 2027-01-07
 * @throws ReleaseError if nothing is unreleased
 */
export function releaseChangelog(
  changelog: string,
  { version, day }: Readonly<{ version: string; day: string }>,
) {
  const start = changelog.indexOf(`${UNRELEASED}\n`)
  if (start < 0) throw new ReleaseError(`CHANGELOG.md has no section "${UNRELEASED}".`)
  const body = start + `${UNRELEASED}\n`.length
  const nextSection = changelog.indexOf('\n## ', body)
  const notes = changelog.slice(body, nextSection < 0 ? undefined : nextSection).trim()
  if (notes === '') throw new ReleaseError(`The section "${UNRELEASED}" of CHANGELOG.md is empty.`)
  const released = `${changelog.slice(0, body)}\n## ${version} – ${day}\n${changelog.slice(body)}`
  return { notes, changelog: released }
}

/**
 * Returns package.json or package-lock.json with another version of this project.
 * @throws ReleaseError if the file does not have the current one
 */
export function withVersion(json: string, { current, next }: Versions): string {
  // In both files the version follows the name of the project; the lock file has it twice.
  const ownVersion = new RegExp(`("name": "ordi",\\s*"version": )"${current.replaceAll('.', '\\.')}"`, 'g')
  if (!ownVersion.test(json)) throw new ReleaseError(`There is no version ${current} of ordi to change.`)
  return json.replace(ownVersion, `$1"${next}"`)
}

/** Returns the bill of materials with the product's name instead of the folder's, which npm writes. */
export function withProductName(bom: string): string {
  const { metadata, ...rest } = JSON.parse(bom)
  const named = { ...metadata, component: { ...metadata.component, name: 'ordi' } }
  return `${JSON.stringify({ ...rest, metadata: named }, null, 2)}\n`
}

/**
 * Returns the base image with its digest, as compose.yaml names it. The Dockerfile by itself would take the
 * newest one.
 * @throws ReleaseError
 */
export function baseImage(compose: string): string {
  const [, image] = /^\s+NODE_IMAGE: (\S+@sha256:[\da-f]{64})$/m.exec(compose) ?? []
  if (image === undefined) throw new ReleaseError('compose.yaml names no base image with its digest.')
  return image
}

/** Returns the lines that `sha256sum --check` reads. */
export function checksumLines(hashes: Readonly<Record<string, string>>): string {
  return Object.entries(hashes)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([file, hash]) => `${hash}  ${file}\n`)
    .join('')
}
