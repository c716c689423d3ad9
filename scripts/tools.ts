import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')
/** The program as it is shipped; `freshBuild` makes it. */
export const PROGRAM = join(ROOT, 'src/dist/main.js')

type Options = Pick<SpawnOptions, 'env' | 'stdio'>

/** A Node program with the Node that runs this one: the machine's own may be an older one. */
export function startNode(args: readonly string[], options: Options = {}) {
  return spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', ...options })
}

/** A command of one of the project's packages. */
export function startTool(name: string, args: readonly string[], options: Options = {}) {
  return startNode([join(ROOT, 'node_modules/.bin', name), ...args], options)
}

/** Runs a command to its end; the answer is its exit status, 1 when a signal ended it. */
export async function runTool(name: string, args: readonly string[], options: Options = {}): Promise<number> {
  const [status] = await once(startTool(name, args, options), 'exit')
  return status ?? 1
}
