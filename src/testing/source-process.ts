import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** For `--import`, so that Drizzle loads quickly. */
export const QUICK_DRIZZLE = join(import.meta.dirname, 'quick-drizzle.ts')
/** Node's arguments before TypeScript that it runs. */
export const RUN_SOURCE = ['--import', QUICK_DRIZZLE, '--input-type=module-typescript', '-e']

/**
 * Starts a module in a process of its own, so that a test can kill it or run several.
 * @param source TypeScript, whose imports are relative to `src`
 * @param env its whole environment
 */
export function startSource(source: string, env: NodeJS.ProcessEnv) {
  return spawn(process.execPath, [...RUN_SOURCE, source], {
    cwd: join(import.meta.dirname, '..'),
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}
