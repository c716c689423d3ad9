import { spawnSync } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MAIN } from '../testing/command-line.ts'
import { tempDir } from '../testing/temp-dir.ts'

/** Linux refuses each write to this device, as on a full disk. */
const FULL_DISK = '/dev/full'

describe('a command', () => {
  it.runIf(existsSync(FULL_DISK)).each(['config', 'version', '--help'])(
    'whose output cannot be written says so and fails: %s',
    (command) => {
      const { status, stderr } = spawnSync(process.execPath, [MAIN, command], {
        env: { DATA_DIR: tempDir() },
        stdio: ['ignore', openSync(FULL_DISK, 'w'), 'pipe'],
        encoding: 'utf8',
      })
      expect(status).toBe(1)
      expect(stderr).toBe('Standard output cannot be written (ENOSPC): what the command prints is lost.\n')
    },
  )

  it('whose reader has read enough ends in silence', () => {
    // The reader is `:`, which reads nothing, and the shell waits until the writer has noticed. The arguments
    // after the script are $0 and $1.
    const script = `"$0" "$1" config | :; sleep 1`
    const { stdout, stderr } = spawnSync('sh', ['-c', script, process.execPath, MAIN], {
      env: { DATA_DIR: tempDir() },
      encoding: 'utf8',
    })
    expect(stdout).toBe('')
    expect(stderr).toBe('')
  })
})
