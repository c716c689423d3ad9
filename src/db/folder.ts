import { readdirSync } from 'node:fs'

/** Empty when the folder cannot be read. Not `globSync`, which loads a parser of patterns: every start would wait 30 ms for it. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
