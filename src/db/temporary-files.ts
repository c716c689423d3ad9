import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from './folder.ts'

/** Files and folders with readable data, for the length of one command. The process that makes one is named in it. */
const NAME = /^temporary-(\d+)-/

/** A path in `folder` for a file or folder that its maker deletes. */
export function temporaryPath(folder: string): string {
  return join(folder, `temporary-${process.pid}-${randomBytes(8).toString('hex')}`)
}

/**
 * Deletes what killed processes have left. To be called at the start of a process, before it makes one itself: after a restart
 * of the machine or container, processes get the same numbers again.
 */
export function deleteLeftTemporaries(folder: string): void {
  for (const name of namesIn(folder)) {
    const pid = Number(NAME.exec(name)?.[1])
    if (pid === process.pid || (pid > 0 && !isRunning(pid)))
      rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
