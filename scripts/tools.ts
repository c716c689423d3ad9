import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')
/** The built program, which `freshBuild` makes. */
export const PROGRAM = join(ROOT, 'src/dist/main.js')

type Options = Pick<SpawnOptions, 'env' | 'stdio'>

/** Starts a program with the Node that runs this one, because the Node in PATH may be older. */
export function startNode(args: readonly string[], options: Options = {}) {
  return spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', ...options })
}

/** Starts a command of one of the project's packages. */
export function startTool(name: string, args: readonly string[], options: Options = {}) {
  return startNode([join(ROOT, 'node_modules/.bin', name), ...args], options)
}

/** Runs a command to its end. @returns the exit status, 1 when a signal ended the command */
export async function runTool(name: string, args: readonly string[], options: Options = {}): Promise<number> {
  const [status] = await once(startTool(name, args, options), 'exit')
  return status ?? 1
}

/** Prints rows in aligned columns; the first row has the headings. */
export function printTable(table: readonly (readonly string[])[]): void {
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  for (const row of table)
    console.log(row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join(' | '))
}
