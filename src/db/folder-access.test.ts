import { constants } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { tempDir } from '../testing/temp-dir.ts'
import { ownershipHint } from './folder-access.ts'

it('the hint for a folder that is on no read-only file system is to change its owner', () => {
  const folder = tempDir()
  expect(ownershipHint(folder)).toContain('chown -R')
})

it.each([
  { folder: 'a folder', pathIn: (folder: string) => folder },
  { folder: 'a folder that is yet to be made', pathIn: (folder: string) => join(folder, 'not-made-yet') },
])('the hint for $folder on a read-only file system is to mount it writable', ({ pathIn }) => {
  const existing = tempDir()
  const access = vi.fn(() => {
    throw Object.assign(new Error('read-only'), { code: 'EROFS' })
  })
  expect(ownershipHint(pathIn(existing), access)).toBe(
    'It is on a read-only file system: mount it so that it can be written.',
  )
  expect(access).toHaveBeenCalledExactlyOnceWith(existing, constants.W_OK)
})
