import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

/** `npm run release:database` writes one compressed database for each released version into this folder. */
const RELEASES_FOLDER = join(import.meta.dirname, 'releases')

const SUFFIX = '.db.gz'

/** The APP_SECRET of the released databases. */
export const RELEASE_SECRET = 'the secret of the released databases'

/** The admin of each released database. */
export const RELEASE_ADMIN = { email: 'gerda@ordination.example', password: 'ein langer Satz im Jänner' }

/** The social security number of the only booking with one in each released database. */
export const RELEASE_SVNR = '1237010180'

/** Returns the path of the compressed database of a version. */
const fileOf = (version: string) => join(RELEASES_FOLDER, version + SUFFIX)

/** Lists the versions with a stored database, in no particular order. */
export function listReleases(): string[] {
  return readdirSync(RELEASES_FOLDER)
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => name.slice(0, -SUFFIX.length))
}

/** Writes the database of a released version to `file`. */
export function unpackReleasedDatabase(version: string, file: string): void {
  writeFileSync(file, gunzipSync(readFileSync(fileOf(version))))
}

/**
 * Stores a database for a version, and returns its compressed size in bytes. Throws if the version has one.
 */
export function packReleasedDatabase(version: string, file: string): number {
  const compressed = gzipSync(readFileSync(file), { level: 9 })
  writeFileSync(fileOf(version), compressed, { flag: 'wx' })
  return compressed.length
}
