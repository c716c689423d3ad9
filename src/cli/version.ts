import { readFile } from 'node:fs/promises'
import { withoutSecrets } from '../config.ts'
import { REVISION, VERSION } from '../version.ts'
import { type Command, CommandError } from './command.ts'
import { reasonOf } from './doctor/reason.ts'

/** Milliseconds until the server has to answer. */
const TIMEOUT_MS = 10_000
/** The version at the beginning of a text, as it names releases: `v0.10.0`. */
const VERSION_AT_START = /^\s*v?(\d+\.\d+\.\d+)\b/

/**
 * Prints version and commit. With `--check`, looks up the newest version in a file or at a URL, without
 * sending any data.
 */
export const versionCommand: Command = {
  usage: 'version [--check FILE|URL]',
  readsArguments: true,
  run: async (_config, [option, source, ...rest]) => {
    const isCheck = option === '--check' && source !== undefined && rest.length === 0
    if (option !== undefined && !isCheck) throw new CommandError(`usage: ordi ${versionCommand.usage}`)
    console.log(`${VERSION} (commit ${REVISION})`)
    if (source === undefined) return 0
    const newest = await readNewest(source)
    const isNewer = newest.localeCompare(VERSION, 'en', { numeric: true }) > 0
    console.log(
      isNewer
        ? `There is a newer version: ${newest}. CHANGELOG.md says what it brings and what is to be done.`
        : `There is no newer version: ${source} names ${newest}.`,
    )
    return 0
  },
}

/**
 * Returns the newest version named by the source.
 * @throws CommandError when the source cannot be read or names no version
 */
async function readNewest(source: string): Promise<string> {
  const text = await (/^https?:\/\//i.test(source) ? download(source) : readFile(source, 'utf8')).catch(
    (error: unknown) => {
      throw new CommandError(
        withoutSecrets(`The newest version is not known: ${source} cannot be read (${reasonOf(error)}).`),
      )
    },
  )
  const [, newest] = VERSION_AT_START.exec(versionInJson(text) ?? text) ?? []
  if (newest === undefined)
    throw new CommandError(
      `The newest version is not known: ${source} has neither a version in its first line nor JSON with "version".`,
    )
  return newest
}

/** Returns `version` of a JSON text, or GitHub's `tag_name`; undefined for other texts. */
function versionInJson(text: string): string | undefined {
  try {
    const { version, tag_name } = JSON.parse(text)
    const newest = version ?? tag_name
    return newest === undefined ? undefined : String(newest)
  } catch {
    return undefined
  }
}

async function download(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.text()
}
