import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { programArguments } from './test-program.ts'

/** Runs commands as a user who cannot read root's files. */
export async function runAsOther(DATA_DIR: string, ...commands: readonly string[]) {
  const child = spawn(process.execPath, [...programArguments('run-as-other'), ...commands], {
    env: { DATA_DIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out, err }
}
