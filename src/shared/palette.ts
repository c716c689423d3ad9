/**
 * Every colour on a light and on a dark screen. The build gives the pages a CSS custom property for each
 * (`--brand`, see ui/bundle/palette-plugin.ts); e-mails write the same values inline. ui/palette.test.ts
 * checks the contrast.
 */
export const PALETTE = {
  // Brand colours mark main buttons, links and the selected item. `-on` is the text on a fill, `-tint` a
  // quiet fill.
  brand: { light: '#17503a', dark: '#93cbab' },
  'brand-strong': { light: '#0e3a29', dark: '#b3dfc5' },
  'brand-on': { light: '#ffffff', dark: '#0b2117' },
  'brand-tint': { light: '#e5efe7', dark: '#21382c' },
  'brand-tint-on': { light: '#124130', dark: '#bfe3cf' },
  // This one is for dots, bars and small icons; it is too light for text.
  'brand-mark': { light: '#2f7d57', dark: '#66b189' },

  background: { light: '#faf7f1', dark: '#131916' },
  surface: { light: '#ffffff', dark: '#1b2320' },
  raised: { light: '#ffffff', dark: '#242e29' },
  sunken: { light: '#f1ece2', dark: '#0e1310' },
  // `border` separates. It is too light for the edge of a control, which uses `border-strong`.
  border: { light: '#e4ded1', dark: '#313c36' },
  'border-strong': { light: '#7c8279', dark: '#7d8b82' },

  text: { light: '#14211b', dark: '#eef1ec' },
  'text-muted': { light: '#45524a', dark: '#bcc7c0' },
  'text-faint': { light: '#616c65', dark: '#9ca9a1' },
  focus: { light: '#14211b', dark: '#f4f7f3' },

  // Amber means waiting and nothing else.
  waiting: { light: '#a86500', dark: '#e5ac4a' },
  'waiting-tint': { light: '#fdf0d3', dark: '#362810' },
  'waiting-tint-on': { light: '#6a4100', dark: '#f6d08a' },

  // Red means loss or failure and nothing else.
  danger: { light: '#b3261e', dark: '#ff9d90' },
  'danger-tint': { light: '#fcebe8', dark: '#3c1a16' },
  'danger-tint-on': { light: '#8e1b14', dark: '#ffc4bb' },
} as const satisfies Record<string, Readonly<{ light: `#${string}`; dark: `#${string}` }>>

export type ColourName = keyof typeof PALETTE
