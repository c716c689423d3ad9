import { expect, test } from 'vitest'
import { type ColourName, PALETTE } from '../src/shared/palette.ts'

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

type Pair = readonly [mark: ColourName, ground: ColourName]

const GROUNDS = ['background', 'surface', 'raised', 'sunken'] as const
const on = (marks: readonly ColourName[], grounds: readonly ColourName[]): Pair[] =>
  marks.flatMap((mark) => grounds.map((ground): Pair => [mark, ground]))

const TEXT: readonly Pair[] = [
  ...on(['text', 'text-muted', 'text-faint', 'brand', 'danger'], GROUNDS),
  ...on(['brand-on'], ['brand', 'brand-strong']),
  ...on(['brand-tint-on', 'text', 'text-muted', 'brand'], ['brand-tint']),
  ...on(['waiting-tint-on', 'text'], ['waiting-tint']),
  ...on(['danger-tint-on', 'text'], ['danger-tint']),
  ['background', 'text'],
]

const CONTROLS: readonly Pair[] = [
  // The focus ring is drawn outside its control, so it is seen on the ground and never on the brand colour.
  ...on(['border-strong', 'brand-mark', 'waiting', 'focus'], GROUNDS),
  ['waiting', 'waiting-tint'],
  ['brand-mark', 'brand-tint'],
]

for (const theme of ['light', 'dark'] as const) {
  test.each(TEXT)(`${theme}: text in %s is readable on %s`, (text, ground) => {
    expect(contrast(PALETTE[text][theme], PALETTE[ground][theme])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(CONTROLS)(`${theme}: a control or mark in %s stands out from %s`, (mark, ground) => {
    expect(contrast(PALETTE[mark][theme], PALETTE[ground][theme])).toBeGreaterThanOrEqual(3)
  })
}

test('contrast is computed as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})
