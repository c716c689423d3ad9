import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT, runTool } from './programs.ts'

/** The sources of each build. A build is fresh while they are unchanged. */
const SOURCES = {
  ui: ['ui/**/*.*', 'src/shared/**/*.ts', 'package-lock.json'],
  src: ['src/**/*.ts', 'package-lock.json'],
} as const
type Part = keyof typeof SOURCES
/** The names of the parts in the output. */
const NAMES: Readonly<Record<Part, string>> = { ui: 'pages', src: 'program' }

/**
 * Builds the pages and the program, each only if its sources have changed since the last build.
 * @returns false when a build failed
 */
export async function freshBuild(): Promise<boolean> {
  return (await buildUnlessFresh('ui')) && (await buildUnlessFresh('src'))
}

/** Vitest's `globalSetup`: some unit tests run the built program. */
export async function setup(): Promise<void> {
  if (!(await freshBuild())) throw new Error('The build has failed.')
}

async function buildUnlessFresh(part: Part): Promise<boolean> {
  // The stamp lies in the folder of the build, so that it is deleted together with it.
  const stamp = join(PROJECT_ROOT, part, 'dist/.built-from')
  // The built program contains its commit, so a new commit needs a new build.
  const revision = part === 'src' ? (process.env.REVISION ?? commit()) : ''
  const sources = hashSources(PROJECT_ROOT, part) + revision
  if (readStamp(stamp) === sources) return true
  console.log(`Building the ${NAMES[part]} …`)
  // React would be built for development with the NODE_ENV of the test runner.
  const env = { ...process.env, NODE_ENV: 'production', REVISION: revision }
  const built = (await runTool('vite', ['build', part, '--logLevel', 'warn'], { env })) === 0
  if (built) writeFileSync(stamp, sources)
  return built
}

/** Returns a hash of the names and contents of all sources. */
export function hashSources(root: string, part: Part): string {
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
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : ''
}

function readStamp(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
