import { type ColourName, PALETTE } from '../../shared/palette.ts'
import { type Html, html } from './html.ts'

/** A CSS declaration that sets a colour. `prefix` is the text before the colour. */
type ColourDeclaration = Readonly<{ property: string; colour: ColourName; prefix?: string }>

/** The declaration of each class that sets a colour. */
const COLOUR_CLASSES = {
  background: { property: 'background-color', colour: 'background' },
  surface: { property: 'background-color', colour: 'surface' },
  tint: { property: 'background-color', colour: 'brand-tint' },
  waiting: { property: 'background-color', colour: 'waiting-tint' },
  danger: { property: 'background-color', colour: 'danger-tint' },
  brand: { property: 'background-color', colour: 'brand' },
  edge: { property: 'border-top', colour: 'brand', prefix: '6px solid ' },
  line: { property: 'border-top', colour: 'border', prefix: '1px solid ' },
  text: { property: 'color', colour: 'text' },
  muted: { property: 'color', colour: 'text-muted' },
  'on-brand': { property: 'color', colour: 'brand-on' },
  'on-tint': { property: 'color', colour: 'brand-tint-on' },
  'on-waiting': { property: 'color', colour: 'waiting-tint-on' },
  'on-danger': { property: 'color', colour: 'danger-tint-on' },
  link: { property: 'color', colour: 'brand' },
} as const satisfies Record<string, ColourDeclaration>

/** A class that sets a colour, in light and in dark mode. */
export type ColourClass = keyof typeof COLOUR_CLASSES

/** A class of the stylesheet. `pad` and `row` set no colour; they change the layout in a narrow window. */
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
  const { property, colour, prefix = '' }: ColourDeclaration = COLOUR_CLASSES[name]
  return `${property}:${prefix}${PALETTE[colour][theme]}`
}

function isColourClass(name: ClassName): name is ColourClass {
  return name in COLOUR_CLASSES
}

/**
 * Returns the attributes of a table that only lays out, so that screen readers do not announce it.
 * @param width pixels, or a percentage
 */
export function layoutTable(width: number | '100%' = '100%'): Html {
  return html`role="presentation" width="${width}" cellpadding="0" cellspacing="0"`
}

/**
 * Returns inline styles; sizes are in pixels. Figtree is used if the reader has it, else the system's font.
 */
export function font(size: number, line: number, weight = 400): string {
  return `font-family:Figtree,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:${size}px;line-height:${line}px;font-weight:${weight}`
}
