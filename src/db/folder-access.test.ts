import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempDir } from '../testing/temp-dir.ts'
import { ownershipHint } from './folder-access.ts'

it('the hint for a folder on a read-only file system is to mount it writable, not to change its owner', () => {
  const folder = tempDir()
  expect(ownershipHint(folder)).toContain(`chown -R`)
  const asked: unknown[] = []
  const access = (path: unknown) => {
    asked.push(path)
    throw Object.assign(new Error('read-only'), { code: 'EROFS' })
  }
  for (const path of [folder, join(folder, 'not-made-yet')])
    expect(ownershipHint(path, access)).toBe(
      'It is on a read-only file system: mount it so that it can be written.',
    )
  expect(asked).toEqual([folder, folder])
})
