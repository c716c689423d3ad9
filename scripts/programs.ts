import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The root folder of the project. */
export const PROJECT_ROOT = join(import.meta.dirname, '..')
/** The built program, which `freshBuild` makes. */
export const BUILT_PROGRAM = join(PROJECT_ROOT, 'src/dist/main.js')

type Options = Pick<SpawnOptions, 'env' | 'stdio'>

/** Starts a program with the Node that runs this script, because the Node in PATH may be older. */
export function startNode(args: readonly string[], options: Options = {}) {
  return spawn(process.execPath, args, { cwd: PROJECT_ROOT, stdio: 'inherit', ...options })
}

/** Starts a command of one of the project's packages, such as `vite`. */
export function startTool(name: string, args: readonly string[], options: Options = {}) {
  return startNode([commandOf(name), ...args], options)
}

/**
 * Runs a program to its end, as `startNode` does. Returns the exit status, 1 when a signal ended the program.
 */
export async function runNode(args: readonly string[], options: Options = {}): Promise<number> {
  const [status] = await once(startNode(args, options), 'exit')
  return status ?? 1
}

/** Runs a command of one of the project's packages to its end. Returns the exit status. */
export function runTool(name: string, args: readonly string[], options: Options = {}): Promise<number> {
  return runNode([commandOf(name), ...args], options)
}

/** Returns the file of a package's command. The scripts only use commands that are JavaScript files. */
function commandOf(name: string): string {
  return join(PROJECT_ROOT, 'node_modules/.bin', name)
}
