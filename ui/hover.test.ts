import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('no style of the pointer sticks to what a finger has touched', () => {
  const sticking: string[] = []
  let rules = 0
  for (const file of globSync('**/*.css', { cwd: import.meta.dirname, exclude: ['dist/**', 'e2e/**'] })) {
    const style = readFileSync(join(import.meta.dirname, file), 'utf8').replace(/\/\*.*?\*\//gs, '')
    const open: string[] = []
    for (const [, head = '', brace] of style.matchAll(/([^{}]*)([{}])/g)) {
      if (brace === '}') open.pop()
      else open.push(head.trim())
      if (brace === '}' || !head.includes(':hover')) continue
      rules++
      if (!open.includes('@media (hover: hover)')) sticking.push(`${file}: ${head.trim()}`)
    }
  }
  expect(rules).toBeGreaterThan(20)
  expect(sticking).toEqual([])
})
