import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

type HoverRule = { selector: string; enclosingBlocks: readonly string[] }

/** Returns the rules for `:hover`, each with the blocks around it, such as `@media (hover: hover)`. */
function hoverRulesIn(styles: string): HoverRule[] {
  const rules: HoverRule[] = []
  const openBlocks: string[] = []
  const withoutComments = styles.replace(/\/\*.*?\*\//gs, '')
  for (const [, text = '', brace] of withoutComments.matchAll(/([^{}]*)([{}])/g)) {
    if (brace === '}') {
      openBlocks.pop()
      continue
    }
    const head = text.trim()
    if (head.includes(':hover')) rules.push({ selector: head, enclosingBlocks: [...openBlocks] })
    openBlocks.push(head)
  }
  return rules
}

it('every :hover rule is only for devices with a pointer, because it would stay after a touch', () => {
  const files = globSync('**/*.css', { cwd: import.meta.dirname, exclude: ['dist/**', 'e2e/**'] })
  const rules = files.flatMap((file) => {
    const styles = readFileSync(join(import.meta.dirname, file), 'utf8')
    return hoverRulesIn(styles).map((rule) => ({ file, ...rule }))
  })
  // The styles have more rules than that, so fewer would mean that the pattern no longer matches.
  expect(rules.length).toBeGreaterThan(20)
  const rulesForTouchToo = rules.filter(
    ({ enclosingBlocks }) => !enclosingBlocks.includes('@media (hover: hover)'),
  )
  expect(rulesForTouchToo).toEqual([])
})
