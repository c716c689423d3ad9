import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const page = readFileSync(new URL('index.html', import.meta.url), 'utf8')

const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

/** WCAG 2.2, "contrast ratio". */
function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function token(name: string) {
  const found = tokens.get(name)
  if (!found) throw new Error(`tokens.css has no --${name} with a light and a dark colour`)
  return found
}

const GROUNDS = ['ground', 'surface', 'raised', 'sunken']
const on = (marks: string[], grounds: string[]) =>
  marks.flatMap((mark) => grounds.map((ground) => [mark, ground]))

const TEXT = [
  ...on(['ink', 'ink-2', 'ink-3', 'brand', 'loss'], GROUNDS),
  ...on(['brand-on'], ['brand', 'brand-strong']),
  ...on(['brand-tint-on', 'ink', 'ink-2', 'brand'], ['brand-tint']),
  ...on(['wait-on', 'ink'], ['wait-bg']),
  ...on(['loss-on', 'ink'], ['loss-bg']),
  ['loss-btn-on', 'loss'],
  ['ground', 'ink'],
]

const CONTROLS = [
  ...on(['line-2', 'brand-mark', 'wait'], GROUNDS),
  // The ring stands off its control, so it is seen against the ground and never against pine.
  ...on(['focus'], GROUNDS),
  ['wait', 'wait-bg'],
  ['brand-mark', 'brand-tint'],
]

for (const theme of ['light', 'dark'] as const) {
  test.each(TEXT)(`${theme}: text in %s can be read on %s`, (text = '', ground = '') => {
    expect(contrast(token(text)[theme], token(ground)[theme])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(CONTROLS)(`${theme}: a control or mark in %s stands out from %s`, (mark = '', ground = '') => {
    expect(contrast(token(mark)[theme], token(ground)[theme])).toBeGreaterThanOrEqual(3)
  })

  test(`${theme}: the browser's own bar has the colour of the ground`, () => {
    const meta = `<meta name="theme-color" content="${token('ground')[theme]}" media="(prefers-color-scheme: ${theme})" />`
    expect(page).toContain(meta)
  })
}

test('contrast is counted as WCAG counts it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})
