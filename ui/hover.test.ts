import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('every :hover rule is only for devices with a pointer, because it would stay after a touch', () => {
  const rulesForFingersToo: string[] = []
  let hoverRules = 0
  for (const file of globSync('**/*.css', { cwd: import.meta.dirname, exclude: ['dist/**', 'e2e/**'] })) {
    const style = readFileSync(join(import.meta.dirname, file), 'utf8').replace(/\/\*.*?\*\//gs, '')
    // The heads of the blocks around the present place, such as `@media (hover: hover)`.
    const openBlocks: string[] = []
    for (const [, head = '', brace] of style.matchAll(/([^{}]*)([{}])/g)) {
      if (brace === '}') openBlocks.pop()
      else openBlocks.push(head.trim())
      if (brace === '}' || !head.includes(':hover')) continue
      hoverRules++
      if (!openBlocks.includes('@media (hover: hover)')) rulesForFingersToo.push(`${file}: ${head.trim()}`)
    }
  }
  // The styles have more rules than that, so fewer would mean that the pattern no longer matches.
  expect(hoverRules).toBeGreaterThan(20)
  expect(rulesForFingersToo).toEqual([])
})
