import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

/** One compressed database for each released version, written by `npm run release:database`. */
const FOLDER = join(import.meta.dirname, 'releases')
const SUFFIX = '.db.gz'

/** What the databases were encrypted with. */
export const RELEASE_SECRET = 'the secret of the released databases'

/** The admin of each of them. */
export const RELEASE_ADMIN = { email: 'gerda@ordination.example', password: 'ein langer Satz im Jänner' }

/** The social security number of the booking that has one. */
export const RELEASE_SVNR = '1237010180'

export function listReleases(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => name.slice(0, -SUFFIX.length))
}

/** Writes the database of a released version to `file`. */
export function unpackRelease(version: string, file: string): void {
  writeFileSync(file, gunzipSync(readFileSync(join(FOLDER, version + SUFFIX))))
}

/**
 * Stores a database as the one of a version.
 * @returns the size in bytes
 * @throws Error when there is one already
 */
export function packRelease(version: string, file: string): number {
  const packed = gzipSync(readFileSync(file), { level: 9 })
  writeFileSync(join(FOLDER, version + SUFFIX), packed, { flag: 'wx' })
  return packed.length
}
