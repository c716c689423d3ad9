import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempDir } from './temp-dir.ts'

/** Writes a program with these lines of shell. @returns its path */
export function writeProgram(...lines: string[]): string {
  const path = join(tempDir(), 'program')
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 })
  return path
}
