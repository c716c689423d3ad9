import { expect, test } from 'vitest'
import { type ColourName, PALETTE } from '../src/shared/palette.ts'

/** Returns the contrast ratio of two colours such as `#1a2b3c`, from 1 to 21, as WCAG 2.2 defines it. */
function contrastRatio(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns the relative luminance of a colour, from 0 to 1. All constants are those of WCAG 2.2. */
function luminance(colour: string): number {
  // The three parts of `#rrggbb` begin at these places.
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** A text or mark, and the ground behind it. */
type Pair = readonly [mark: ColourName, ground: ColourName]

/** The grounds of pages, cards, dialogs and sunken boxes. */
const GROUNDS = ['background', 'surface', 'raised', 'sunken'] as const
/** Returns each mark on each ground. */
const pairsOn = (marks: readonly ColourName[], grounds: readonly ColourName[]): Pair[] =>
  marks.flatMap((mark) => grounds.map((ground): Pair => [mark, ground]))

/** Texts, for which WCAG 1.4.3 requires a ratio of at least 4.5. */
const TEXT_PAIRS: readonly Pair[] = [
  ...pairsOn(['text', 'text-muted', 'text-faint', 'brand', 'danger'], GROUNDS),
  ...pairsOn(['brand-on'], ['brand', 'brand-strong']),
  ...pairsOn(['brand-tint-on', 'text', 'text-muted', 'brand'], ['brand-tint']),
  ...pairsOn(['waiting-tint-on', 'text'], ['waiting-tint']),
  ...pairsOn(['danger-tint-on', 'text'], ['danger-tint']),
  // Notices across the top and the skip link have inverted colours.
  ['background', 'text'],
]

/** Controls and marks, for which WCAG 1.4.11 requires a ratio of at least 3. */
const CONTROL_PAIRS: readonly Pair[] = [
  // The focus ring is drawn outside its control, so it is seen on the ground and never on the brand colour.
  ...pairsOn(['border-strong', 'brand-mark', 'waiting', 'focus'], GROUNDS),
  ['waiting', 'waiting-tint'],
  ['brand-mark', 'brand-tint'],
]

for (const theme of ['light', 'dark'] as const) {
  test.each(TEXT_PAIRS)(`${theme}: text in %s is readable on %s`, (text, ground) => {
    expect(contrastRatio(PALETTE[text][theme], PALETTE[ground][theme])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(CONTROL_PAIRS)(`${theme}: a control or mark in %s stands out from %s`, (mark, ground) => {
    expect(contrastRatio(PALETTE[mark][theme], PALETTE[ground][theme])).toBeGreaterThanOrEqual(3)
  })
}

test('contrast is computed as WCAG defines it', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5)
  // The lightest grey whose text is readable on white is a well-known example.
  expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})
