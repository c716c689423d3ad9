import { addressLine } from '../../shared/address-line.ts'
import { type BookingStatus, displayOfStatus, type Tone } from '../../shared/booking.ts'
import type { Instant } from '../../shared/day.ts'
import { clockTime, dayOfMonth, fullDay, fullDayTime, monthName } from '../../shared/format.ts'
import { type ColourName, PALETTE } from '../../shared/palette.ts'
import type { Practice } from '../../shared/settings/settings.ts'
import { oneLine } from '../../shared/tidy.ts'
import { type Html, html, markup, safeHref } from './html.ts'

/** A rendered e-mail, as plain text and as HTML. */
export type EmailContent = Readonly<{ subject: string; text: string; html: string }>

/** A part of an e-mail in both forms. */
export type Part = Readonly<{ text: string; html: Html }>

export type Link = Readonly<{ label: string; url: string }>

/** `href` makes the value a link in the HTML form. */
export type Fact = Readonly<{ label: string; value: string; href?: string }>

export type EmailParts = Readonly<{
  practice: Practice
  subject: string
  title: string
  /** The line that mail programs show beside the subject. */
  preview: string
  parts: readonly Part[]
}>

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

type ColourClass = keyof typeof COLOUR_CLASSES

/** `pad` and `row` set no colour. They change the layout in a narrow window. */
type ClassName = ColourClass | 'pad' | 'row'

/** The classes for the background of an appointment and for the text on it, by the booking's tone. */
const TONE_CLASSES: Readonly<Record<Tone, readonly [ColourClass, ColourClass]>> = {
  good: ['tint', 'on-tint'],
  waiting: ['waiting', 'on-waiting'],
  danger: ['danger', 'on-danger'],
  neutral: ['background', 'muted'],
}

const DARK = (Object.keys(COLOUR_CLASSES) as ColourClass[]).map(
  (name) => html`.${name}{${declaration(name, 'dark')}!important}`,
)

const SHEET = html`:root{color-scheme:light dark;supported-color-schemes:light dark}
@media(prefers-color-scheme:dark){${DARK}}
@media(max-width:520px){.pad{padding-left:20px!important;padding-right:20px!important}.row{display:block!important}.dot{display:none!important}}`

/** The kind of practice below its name; nothing where the practice has none. */
function subtitle(practice: Practice) {
  const text = oneLine(practice.subtitle)
  return text === '' ? '' : html`<br><span ${styled(['muted'], font(14, 22))}>${text}</span>`
}

/**
 * Composes an e-mail. The HTML uses tables and inline styles, 600 px wide, because mail programs support
 * little else.
 */
export function composeEmail({ practice, subject, title, preview, parts }: EmailParts): EmailContent {
  const heading = oneLine(subject)
  const page = html`<!doctype html>
<html lang="de-AT"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no"><title>${heading}</title>
<style>${SHEET}</style></head>
<body ${styled(['background'], 'margin:0;padding:0')}>
<div style="display:none;max-height:0;overflow:hidden">${flowing(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${styled(['background'])}><tr><td align="center" style="padding:32px 0 40px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;word-break:break-word">
<tr><td ${styled(['text', 'pad'], 'padding:0 40px 20px', font(16, 22, 600))}>${oneLine(practice.name) || 'Ordination'}${subtitle(practice)}</td></tr>
<tr><td ${styled(['surface', 'edge', 'pad'], 'padding:36px 40px 32px')}>
<h1 ${styled(['text'], 'margin:0 0 12px;letter-spacing:-.5px', font(28, 34, 650))}>${title}</h1>
${parts.map((part) => part.html)}
</td></tr>
<tr><td ${styled(['muted', 'pad'], 'padding:24px 40px 0', font(14, 22))}>${signature(practice).html}</td></tr>
</table></td></tr></table></body></html>
`
  const text = [
    title,
    ...parts.map((part) => part.text).filter((words) => words !== ''),
    `-- \n${signature(practice).text}`,
  ]
  return { subject: heading, text: `${text.join('\n\n')}\n`, html: markup(page) }
}

/** Adds a line above the HTML of an e-mail, for a reader who is not the recipient. */
export function annotateEmail(page: string, words: string): string {
  const line = html`<p ${styled(['waiting', 'on-waiting'], 'margin:0;padding:12px 20px', font(15, 22))}>${words}</p>`
  return page.replace(/<body[^>]*>/, (body) => body + markup(line))
}

/**
 * Removes control characters. Unlike `oneLine` it keeps no-break spaces, so that no line ends within a date
 * or before "Uhr".
 */
export function flowing(words: string): string {
  return words.replace(/\p{Cc}+/gu, ' ').trim()
}

/** Renders one or several lines of text in both forms. */
function lines(words: string | readonly string[]): Part {
  const all = [words].flat().map(flowing)
  return {
    text: all.join('\n'),
    html: html`${all.map((line, i) => html`${i > 0 ? html`<br>` : undefined}${linkPhones(line)}`)}`,
  }
}

/** A telephone number in a sentence: `+43 5572 000000`, `(05572) 000000`, `05572 / 000-000`. */
const PHONE = /(\(?(?:\+|\b0)\d[\d /()-]{5,}\d)/

/**
 * Makes each telephone number a link on one line, because `format-detection` forbids mail programs to do it.
 */
function linkPhones(words: string): Html[] {
  return words
    .split(PHONE)
    .map((piece, at) =>
      at % 2 === 1
        ? html`<span style="white-space:nowrap">${anchor(piece, telHref(piece), ['link'])}</span>`
        : html`${piece}`,
    )
}

export function paragraph(words: string | readonly string[]): Part {
  const sentences = lines(words)
  return {
    text: sentences.text,
    html: html`<p ${styled(['muted'], 'margin:0 0 24px', font(17, 26))}>${sentences.html}</p>`,
  }
}

/** Renders day, time and status of the appointment, in words and colour. */
export function appointment(startsAt: Instant, status: BookingStatus): Part {
  const { label, tone } = displayOfStatus(status)
  const [fill, words] = TONE_CLASSES[tone]
  return {
    text: `${fullDayTime(startsAt)}\n${label}`,
    html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${styled([fill], 'border-radius:10px')}><tr>
<td width="72" style="padding:20px 0 20px 20px"><table role="presentation" width="72" cellpadding="0" cellspacing="0" ${styled(['brand'], 'border-radius:8px')}>
<tr><td align="center" ${styled(['on-brand'], 'padding:9px 0 0', font(12, 14, 500))}>${monthName(startsAt)}</td></tr>
<tr><td align="center" ${styled(['on-brand'], 'padding:3px 0 8px', font(30, 34, 700))}>${dayOfMonth(startsAt)}</td></tr></table></td>
<td ${styled([words], 'padding:20px', font(16, 22))}>${fullDay(startsAt)}<br><span ${styled(['text'], font(24, 30, 650))}>${clockTime(startsAt)}</span><br>${label}</td></tr></table>`,
  }
}

/** Renders rows of label and value, without those that have no value. */
export function facts(all: readonly Fact[]): Part {
  const known = all
    .map((fact) => ({ ...fact, value: flowing(fact.value) }))
    .filter((fact) => fact.value !== '')
  return {
    text: known.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:20px 0 0">${known.map(
      ({ label, value, href }) => html`<tr>
<td ${styled(['muted', 'line'], 'width:112px;padding:10px 12px 10px 0;vertical-align:top', font(15, 22))}>${label}</td>
<td ${styled(['text', 'line'], 'padding:10px 0', font(15, 22, 500))}>${anchor(value, href, ['text'])}</td></tr>`,
    )}</table>`,
  }
}

/**
 * Renders a message that patient or practice wrote; nothing when it is empty. In plain text it is quoted, so
 * that none of its lines looks like the portal's.
 */
export function quotation(heading: string, words: string): Part {
  const lines = words
    .trim()
    .split(/\r\n|[\n\r]/)
    .map(oneLine)
  if (lines.every((line) => line === '')) return { text: '', html: html`` }
  return {
    text: [`${heading}:`, ...lines.map((line) => `> ${line}`.trimEnd())].join('\n'),
    html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${styled(['background'], 'margin:20px 0 0;border-radius:10px')}><tr>
<td ${styled(['text'], 'padding:16px 20px', font(16, 24))}><span ${styled(['muted'], font(14, 22))}>${heading}</span>${lines.map((line) => html`<br>${line}`)}</td></tr></table>`,
  }
}

/** Renders a code to type in large digits. */
export function code(sentence: string, digits: string): Part {
  return {
    text: `${sentence} ${digits}`,
    html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${styled(['tint'], 'margin:20px 0 0;border-radius:10px')}><tr>
<td ${styled(['on-tint'], 'padding:16px 20px', font(15, 22))}>${sentence}<br><span ${styled(['text'], 'letter-spacing:5px', font(30, 40, 700))}>${digits}</span></td></tr></table>`,
  }
}

/** Renders the link of the main action. */
export function button({ label, url }: Link): Part {
  return {
    text: `${label}:\n${url}`,
    html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:28px 0 0"><tr>
<td align="center" ${styled(['brand'], 'border-radius:8px;mso-padding-alt:15px 24px')}><a href="${safeHref(url)}" ${styled(['on-brand'], 'display:block;padding:15px 24px;text-decoration:none', font(17, 22, 600))}>${label}</a></td></tr></table>`,
  }
}

/** Renders a smaller paragraph, perhaps with a link at its end. */
export function note(words: string | readonly string[], link?: Link): Part {
  const { text, html: sentences } = lines(words)
  return {
    text: link ? `${text}\n${link.label}:\n${link.url}` : text,
    html: html`<p ${styled(['muted'], 'margin:20px 0 0', font(15, 23))}>${sentences}${link && html` ${anchor(link.label, link.url, ['link'])}`}</p>`,
  }
}

/** Renders the practice's name, place, contact and pages. */
function signature(practice: Practice): Part {
  const { name, phone, mail, url, terms, impressum } = practice
  const who = [oneLine(name), addressLine(practice)].filter((line) => line !== '').join(', ')
  const reach = reachable([
    { label: oneLine(phone), url: telHref(phone) },
    { label: oneLine(mail), url: `mailto:${mail}` },
  ])
  const pages = reachable([
    { label: 'Website', url },
    { label: 'Terminbedingungen', url: terms },
    { label: 'Impressum', url: impressum },
  ])
  return {
    text: [
      who,
      ...reach.map(({ label }) => label),
      ...pages.map((page) => `${page.label}: ${page.url}`),
    ].join('\n'),
    html: html`${who}<br>${inLine(reach, ['muted', 'row'])}<br class="dot">${inLine(pages)}`,
  }
}

function reachable(links: readonly Link[]): Link[] {
  return links.filter(({ label, url }) => label !== '' && safeHref(url) !== undefined)
}

/** Renders links in one line. With the class `row`, each has its own line in a narrow window. */
function inLine(links: readonly Link[], classes: readonly ClassName[] = ['muted']): Html[] {
  const dot = classes.includes('row') ? html`<span class="dot"> &nbsp;·&nbsp; </span>` : html` &nbsp;·&nbsp; `
  return links.map(
    ({ label, url }, place) => html`${place > 0 ? dot : undefined}${anchor(label, url, classes)}`,
  )
}

export function telHref(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}

function anchor(label: string, url: string | undefined, classes: readonly ClassName[]): Html {
  const href = url === undefined ? undefined : safeHref(url)
  return href === undefined ? html`${label}` : html`<a href="${href}" ${styled(classes)}>${label}</a>`
}

/**
 * Returns the attributes of an element: its classes, their light colours as inline styles, and further
 * styles.
 */
function styled(classes: readonly ClassName[], ...styles: readonly string[]): Html {
  const colours = classes.filter(isColourClass).map((name) => declaration(name, 'light'))
  return html`class="${classes.join(' ')}" style="${[...colours, ...styles].join(';')}"`
}

/** Returns the CSS declaration of a class, such as `border-top:1px solid #e4ded1`. */
function declaration(name: ColourClass, theme: 'light' | 'dark'): string {
  const [property, colour, before = ''] = COLOUR_CLASSES[name]
  return `${property}:${before}${PALETTE[colour][theme]}`
}

function isColourClass(name: ClassName): name is ColourClass {
  return name in COLOUR_CLASSES
}

/**
 * Returns inline styles; sizes are in pixels. Figtree is used where the reader has it, else the system's own
 * font.
 */
function font(size: number, line: number, weight = 400): string {
  return `font-family:Figtree,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:${size}px;line-height:${line}px;font-weight:${weight}`
}
