import { type BookingStatus, displayOfStatus, type Tone } from '../../shared/booking.ts'
import type { Instant } from '../../shared/day.ts'
import { clockTime, dayOfMonth, fullDay, fullDayTime, monthName } from '../../shared/format.ts'
import { oneLine } from '../../shared/normalize-line.ts'
import { type Html, html, safeHref } from './html.ts'
import { type ClassName, type ColourClass, font, layoutTable, styled } from './styles.ts'

/** A part of an e-mail, as plain text and as HTML. */
export type Part = Readonly<{ text: string; html: Html }>

/** A link with the text that is shown for it. */
export type Link = Readonly<{ label: string; url: string }>

/** A row of a table of facts. `href` makes the value a link in the HTML form. */
export type Fact = Readonly<{ label: string; value: string; href?: string }>

/** The classes for the background of an appointment and for the text on it, by the booking's tone. */
const TONE_CLASSES: Readonly<Record<Tone, Readonly<{ fill: ColourClass; text: ColourClass }>>> = {
  good: { fill: 'tint', text: 'on-tint' },
  waiting: { fill: 'waiting', text: 'on-waiting' },
  danger: { fill: 'danger', text: 'on-danger' },
  neutral: { fill: 'background', text: 'muted' },
}

/** Renders a paragraph in the normal size, with a line break between lines. */
export function paragraph(lines: string | readonly string[]): Part {
  const { text, html: content } = renderLines(lines)
  return {
    text,
    html: html`<p ${styled(['muted'], 'margin:0 0 24px', font(17, 26))}>${content}</p>`,
  }
}

/**
 * Renders day, time and status of the appointment. The status is also shown by the colour. In an e-mail of
 * 276 pixels, as the admin area shows it on a phone, the time still fits on one line.
 */
export function appointmentBox(startsAt: Instant, status: BookingStatus): Part {
  const { label, tone } = displayOfStatus(status)
  const { fill, text: textClass } = TONE_CLASSES[tone]
  const time = html`<span ${styled(['text'], font(24, 30, 650))}>${clockTime(startsAt)}</span>`
  return {
    text: `${fullDayTime(startsAt)}\n${label}`,
    html: html`<table ${layoutTable()} ${styled([fill], 'margin:20px 0 0;border-radius:10px')}><tr>
<td width="72" style="padding:20px 0 20px 20px">${dateTile(startsAt)}</td>
<td ${styled([textClass], 'padding:20px 12px 20px 20px', font(16, 22))}>${fullDay(startsAt)}<br>${time}<br>${label}</td></tr></table>`,
  }
}

/** Renders the month above the large day, as on a leaf of a calendar. */
function dateTile(startsAt: Instant): Html {
  return html`<table ${layoutTable(72)} ${styled(['brand'], 'border-radius:8px')}>
<tr><td align="center" ${styled(['on-brand'], 'padding:9px 0 0', font(12, 14, 500))}>${monthName(startsAt)}</td></tr>
<tr><td align="center" ${styled(['on-brand'], 'padding:3px 0 8px', font(30, 34, 700))}>${dayOfMonth(startsAt)}</td></tr></table>`
}

/** Renders rows of label and value, without those that have no value. */
export function factTable(facts: readonly Fact[]): Part {
  const withValue = facts
    .map((fact) => ({ ...fact, value: flowing(fact.value) }))
    .filter((fact) => fact.value !== '')
  const rows = withValue.map(
    ({ label, value, href }) => html`<tr>
<td ${styled(['muted', 'line'], 'width:112px;padding:10px 12px 10px 0;vertical-align:top', font(15, 22))}>${label}</td>
<td ${styled(['text', 'line'], 'padding:10px 0', font(15, 22, 500))}>${anchor(value, href, ['text'])}</td></tr>`,
  )
  return {
    text: withValue.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    html: html`<table ${layoutTable()} style="margin:20px 0">${rows}</table>`,
  }
}

/**
 * Renders a message of the patient or the practice; nothing if it is empty. In plain text it is quoted, so
 * that none of its lines looks like one of the portal.
 */
export function quotation(heading: string, message: string): Part {
  const quotedLines = message
    .trim()
    .split(/\r\n|[\n\r]/)
    .map(oneLine)
  if (quotedLines.every((line) => line === '')) return { text: '', html: html`` }
  const smallHeading = html`<span ${styled(['muted'], font(14, 22))}>${heading}</span>`
  const linesBelow = quotedLines.map((line) => html`<br>${line}`)
  return {
    text: [`${heading}:`, ...quotedLines.map((line) => `> ${line}`.trimEnd())].join('\n'),
    html: html`<table ${layoutTable()} ${styled(['background'], 'margin:20px 0 0;border-radius:10px')}><tr>
<td ${styled(['text'], 'padding:16px 20px', font(16, 24))}>${smallHeading}${linesBelow}</td></tr></table>`,
  }
}

/** Renders a code for the reader to type, in large digits. */
export function codeBox(sentence: string, digits: string): Part {
  const largeDigits = html`<span ${styled(['text'], 'letter-spacing:5px', font(30, 40, 700))}>${digits}</span>`
  return {
    text: `${sentence} ${digits}`,
    html: html`<table ${layoutTable()} ${styled(['tint'], 'margin:20px 0 0;border-radius:10px')}><tr>
<td ${styled(['on-tint'], 'padding:16px 20px', font(15, 22))}>${sentence}<br>${largeDigits}</td></tr></table>`,
  }
}

/** Renders the main action as a button. */
export function button({ label, url }: Link): Part {
  const style = styled(
    ['on-brand'],
    'display:block;padding:15px 24px;text-decoration:none',
    font(17, 22, 600),
  )
  return {
    text: `${label}:\n${url}`,
    html: html`<table ${layoutTable()} style="margin:28px 0 0"><tr>
<td align="center" ${styled(['brand'], 'border-radius:8px;mso-padding-alt:15px 24px')}><a href="${safeHref(url)}" ${style}>${label}</a></td></tr></table>`,
  }
}

/** Renders a smaller paragraph, perhaps with a link at its end. */
export function note(lines: string | readonly string[], link?: Link): Part {
  const { text, html: content } = renderLines(lines)
  return {
    text: link ? `${text}\n${link.label}:\n${link.url}` : text,
    html: html`<p ${styled(['muted'], 'margin:20px 0 0', font(15, 23))}>${content}${link && html` ${anchor(link.label, link.url, ['link'])}`}</p>`,
  }
}

/** Renders one or several lines in both forms. */
function renderLines(oneOrSeveral: string | readonly string[]): Part {
  const lines = [oneOrSeveral].flat().map(flowing)
  const htmlLines = lines.map((line, index) => html`${index > 0 ? html`<br>` : undefined}${linkPhones(line)}`)
  return { text: lines.join('\n'), html: html`${htmlLines}` }
}

/** A telephone number in a sentence: `+43 5572 000000`, `(05572) 000000`, `05572 / 000-000`. */
const PHONE = /(\(?(?:\+|\b0)\d[\d /()-]{5,}\d)/

/**
 * Makes each telephone number a link that does not wrap, because `format-detection` keeps mail programs from
 * doing so.
 */
function linkPhones(line: string): Html[] {
  // The pattern has a group, so `split` also returns the numbers, at the odd indexes.
  return line.split(PHONE).map((piece, index) => {
    const isPhone = index % 2 === 1
    if (!isPhone) return html`${piece}`
    return html`<span style="white-space:nowrap">${anchor(piece, telHref(piece), ['link'])}</span>`
  })
}

/** Returns the URL that calls the number. */
export function telHref(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}

/** Renders a link, or only its label if the URL is missing or unsafe. */
export function anchor(label: string, url: string | undefined, classes: readonly ClassName[]): Html {
  const href = url === undefined ? undefined : safeHref(url)
  return href === undefined ? html`${label}` : html`<a href="${href}" ${styled(classes)}>${label}</a>`
}

/**
 * Removes control characters. Unlike `oneLine` it keeps no-break spaces, so that no line ends within a date
 * or before "Uhr".
 */
export function flowing(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}
