import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from './files.ts'

/**
 * The name of a temporary file, with the id of the process that made it. The file contains plain data and is
 * deleted at the end of the command.
 */
const TEMPORARY_NAME = /^temporary-(\d+)-/

/** Returns a path in `folder` for a temporary file or folder, which the caller deletes. */
export function temporaryPath(folder: string): string {
  return join(folder, `temporary-${process.pid}-${randomBytes(8).toString('hex')}`)
}

/**
 * Deletes the temporary files of killed processes. Call it at the start of a process, before it makes such a
 * file itself, because process ids are reused after a restart of the machine or container.
 */
export function deleteLeftTemporaryFiles(folder: string): void {
  for (const name of namesIn(folder)) {
    const pid = Number(TEMPORARY_NAME.exec(name)?.[1])
    if (pid === process.pid || (pid > 0 && !isRunning(pid)))
      rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 only checks whether the process exists.
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user exists, but accepts no signal.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
