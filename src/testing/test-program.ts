import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** For `--import`, so that Drizzle loads quickly. */
export const DRIZZLE_FORMAT_HOOK = join(import.meta.dirname, 'drizzle-format-hook.ts')

/** Returns Node's arguments to run a file of `programs/`. */
export function programArguments(name: string): string[] {
  return ['--import', DRIZZLE_FORMAT_HOOK, join(import.meta.dirname, 'programs', `${name}.ts`)]
}

/**
 * Starts a file of `programs/` in its own process, so that a test can kill it or run several.
 * @param env its whole environment
 */
export function startProgram(name: string, env: NodeJS.ProcessEnv) {
  return spawn(process.execPath, programArguments(name), { env, stdio: ['pipe', 'pipe', 'inherit'] })
}
