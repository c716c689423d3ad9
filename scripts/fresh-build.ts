import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runTool } from './programs.ts'

/** A build is fresh if it was made from these sources. */
const SOURCES = {
  ui: ['ui/**/*.*', 'src/shared/**/*.ts', 'package-lock.json'],
  src: ['src/**/*.ts', 'package-lock.json'],
} as const
type Part = keyof typeof SOURCES
/** How the parts are called while they are built. */
const NAMES: Readonly<Record<Part, string>> = { ui: 'pages', src: 'program' }

/**
 * Builds pages and program, unless the build is of the present sources.
 * @returns false when a build failed
 */
export async function freshBuild(): Promise<boolean> {
  return (await buildUnlessFresh('ui')) && (await buildUnlessFresh('src'))
}

/** Vitest calls it as `globalSetup`, because some unit tests run the built program. */
export async function setup(): Promise<void> {
  if (!(await freshBuild())) throw new Error('The build has failed.')
}

async function buildUnlessFresh(part: Part): Promise<boolean> {
  // The stamp is in the build's folder, so that it is deleted with the build.
  const stamp = join(ROOT, part, 'dist/.built-from')
  // The program contains the name of its commit.
  const revision = part === 'src' ? (process.env.REVISION ?? commit()) : ''
  const sources = fingerprint(ROOT, part) + revision
  if (readStamp(stamp) === sources) return true
  console.log(`Building the ${NAMES[part]} …`)
  // With the NODE_ENV of the test runner, React would be built for development.
  const env = { ...process.env, NODE_ENV: 'production', REVISION: revision }
  const built = (await runTool('vite', ['build', part, '--logLevel', 'warn'], { env })) === 0
  if (built) writeFileSync(stamp, sources)
  return built
}

/** Returns a hash of the names and contents of all sources. */
export function fingerprint(root: string, part: Part): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES[part], {
    cwd: root,
    exclude: ['{ui,src}/dist/**', 'ui/e2e/**', '**/*.test.ts'],
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.sort())
    hash
      .update(`${file.slice(root.length)}\n`)
      .update(readFileSync(file))
      .update('\n')
  return hash.digest('hex')
}

/** Returns the current commit; '' without Git or outside of a checkout. */
function commit(): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : ''
}

function readStamp(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
