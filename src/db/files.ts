import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'

/**
 * Lists the names in a folder; none if it does not exist or cannot be read. `globSync` would delay each start
 * by 30 ms.
 */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/**
 * Makes a folder, and those above it, where they are missing. Node's own `recursive` tries for ever where the
 * system makes no folders, such as below /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have made it at the same moment.
    if (!existsSync(path)) throw error
  }
}

/** Bytes per comparison. */
const COMPARED_BYTES = 1_048_576

/** Returns whether two files have the same content. */
export function haveSameContent(one: string, other: string): boolean {
  const { size } = statSync(one)
  if (size !== statSync(other).size) return false
  for (let position = 0; position < size; position += COMPARED_BYTES)
    if (readPart(one, position, COMPARED_BYTES) !== readPart(other, position, COMPARED_BYTES)) return false
  return true
}

/** Reads bytes of a file, and returns each as one character from 0 to 255. */
export function readPart(file: string, position: number, length: number): string {
  const handle = openSync(file, 'r')
  const part = Buffer.alloc(length)
  readSync(handle, part, 0, length, position)
  closeSync(handle)
  return part.toString('latin1')
}

/** Waits until a file, or the names in a folder, are on the disk. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
