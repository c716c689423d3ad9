import { type ColourName, PALETTE } from '../../shared/palette.ts'
import { type Html, html } from './html.ts'

/**
 * The CSS declaration of each class that sets a colour: its property, the colour, and the text before the
 * colour.
 */
const COLOUR_CLASSES = {
  background: ['background-color', 'background'],
  surface: ['background-color', 'surface'],
  tint: ['background-color', 'brand-tint'],
  waiting: ['background-color', 'waiting-tint'],
  danger: ['background-color', 'danger-tint'],
  brand: ['background-color', 'brand'],
  edge: ['border-top', 'brand', '6px solid '],
  line: ['border-top', 'border', '1px solid '],
  text: ['color', 'text'],
  muted: ['color', 'text-muted'],
  'on-brand': ['color', 'brand-on'],
  'on-tint': ['color', 'brand-tint-on'],
  'on-waiting': ['color', 'waiting-tint-on'],
  'on-danger': ['color', 'danger-tint-on'],
  link: ['color', 'brand'],
} as const satisfies Record<string, readonly [property: string, colour: ColourName, before?: string]>

export type ColourClass = keyof typeof COLOUR_CLASSES

/** `pad` and `row` set no colour. They change the layout in a narrow window. */
export type ClassName = ColourClass | 'pad' | 'row'

/** A rule for each class. It is `!important` to override the light colour, which is an inline style. */
const DARK = (Object.keys(COLOUR_CLASSES) as ColourClass[]).map(
  (name) => html`.${name}{${declaration(name, 'dark')}!important}`,
)

/** The stylesheet of every e-mail: the dark colours, and the layout in a narrow window. */
export const SHEET: Html = html`:root{color-scheme:light dark;supported-color-schemes:light dark}
@media(prefers-color-scheme:dark){${DARK}}
@media(max-width:520px){.pad{padding-left:20px!important;padding-right:20px!important}.row{display:block!important}.dot{display:none!important}}`

/**
 * Returns the attributes of an element: its classes, their light colours as inline styles, and further
 * styles.
 */
export function styled(classes: readonly ClassName[], ...styles: readonly string[]): Html {
  const colours = classes.filter(isColourClass).map((name) => declaration(name, 'light'))
  return html`class="${classes.join(' ')}" style="${[...colours, ...styles].join(';')}"`
}

/** Returns the CSS declaration of a class, such as `border-top:1px solid #e4ded1`. */
export function declaration(name: ColourClass, theme: 'light' | 'dark'): string {
  const [property, colour, before = ''] = COLOUR_CLASSES[name]
  return `${property}:${before}${PALETTE[colour][theme]}`
}

function isColourClass(name: ClassName): name is ColourClass {
  return name in COLOUR_CLASSES
}

/**
 * Returns inline styles; sizes are in pixels. Figtree is used if the reader has it, else the system's font.
 */
export function font(size: number, line: number, weight = 400): string {
  return `font-family:Figtree,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:${size}px;line-height:${line}px;font-weight:${weight}`
}
