import { addressLine } from '../../shared/address-line.ts'
import { oneLine } from '../../shared/normalize-line.ts'
import type { Practice } from '../../shared/settings/settings.ts'
import { webLink } from '../../shared/web-link.ts'
import { anchor, flowing, type Link, type Part, telHref } from './basic-parts.ts'
import { type Html, html, markup, safeHref } from './html.ts'
import { type ClassName, font, layoutTable, SHEET, styled } from './styles.ts'

/** A rendered e-mail, as plain text and as HTML. */
export type EmailContent = Readonly<{ subject: string; text: string; html: string }>

/** An e-mail before it is rendered. */
export type EmailParts = Readonly<{
  practice: Practice
  subject: string
  title: string
  /** The line that mail programs show beside the subject. */
  preview: string
  parts: readonly Part[]
}>

/** Composes an e-mail, in whose subject line breaks become spaces. */
export function composeEmail({ practice, subject, title, preview, parts }: EmailParts): EmailContent {
  const sections = [
    title,
    ...parts.map((part) => part.text).filter((text) => text !== ''),
    // Mail programs recognise a signature by a line of two hyphens and a space.
    `-- \n${signature(practice).text}`,
  ]
  const oneLineSubject = oneLine(subject)
  const page = renderPage({ practice, subject: oneLineSubject, title, preview, parts })
  return { subject: oneLineSubject, text: `${sections.join('\n\n')}\n`, html: markup(page) }
}

/**
 * Renders an e-mail as an HTML page. It uses tables and inline styles, 600 px wide, because mail programs
 * support little else.
 */
function renderPage({ practice, subject, title, preview, parts }: EmailParts): Html {
  return html`<!doctype html>
<html lang="de-AT"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no"><title>${subject}</title>
<style>${SHEET}</style></head>
<body ${styled(['background'], 'margin:0;padding:0')}>
<div style="display:none;max-height:0;overflow:hidden">${flowing(preview)}</div>
<table ${layoutTable()} ${styled(['background'])}><tr><td align="center" style="padding:32px 0 40px">
<table ${layoutTable(600)} style="width:100%;max-width:600px;word-break:break-word">
<tr><td ${styled(['text', 'pad'], 'padding:0 40px 20px', font(16, 22, 600))}>${oneLine(practice.name) || 'Ordination'}${subtitle(practice)}</td></tr>
<tr><td ${styled(['surface', 'edge', 'pad'], 'padding:36px 40px 32px')}>
<h1 ${styled(['text'], 'margin:0 0 12px;letter-spacing:-.5px', font(28, 34, 650))}>${title}</h1>
${parts.map((part) => part.html)}
</td></tr>
<tr><td ${styled(['muted', 'pad'], 'padding:24px 40px 0', font(14, 22))}>${signature(practice).html}</td></tr>
</table></td></tr></table></body></html>
`
}

/** Renders the kind of practice below its name; '' if the practice has given none. */
function subtitle(practice: Practice): Html | '' {
  const text = oneLine(practice.subtitle)
  return text === '' ? '' : html`<br><span ${styled(['muted'], font(14, 22))}>${text}</span>`
}

/** Renders the practice's name, place, contact and pages. */
function signature(practice: Practice): Part {
  const { name, phone, mail, url, terms, impressum } = practice
  const nameAndPlace = [oneLine(name), addressLine(practice)].filter((line) => line !== '').join(', ')
  const contacts = usableLinks([
    { label: oneLine(phone), url: telHref(phone) },
    { label: oneLine(mail), url: `mailto:${mail}` },
  ])
  const pages = usableLinks([
    { label: 'Website', url: webLink(url) ?? '' },
    { label: 'Terminbedingungen', url: webLink(terms) ?? '' },
    { label: 'Impressum', url: webLink(impressum) ?? '' },
  ])
  return {
    text: [
      nameAndPlace,
      ...contacts.map(({ label }) => label),
      ...pages.map((page) => `${page.label}: ${page.url}`),
    ].join('\n'),
    html: html`${nameAndPlace}<br>${linksInLine(contacts, ['muted', 'row'])}<br class="dot">${linksInLine(pages)}`,
  }
}

/** Returns the links that have a label and a safe URL. */
function usableLinks(links: readonly Link[]): Link[] {
  return links.filter(({ label, url }) => label !== '' && safeHref(url) !== undefined)
}

/**
 * Renders links in one line, with dots between them. With the class `row`, each link has its own line in a
 * narrow window, where the stylesheet hides the dots.
 */
function linksInLine(links: readonly Link[], classes: readonly ClassName[] = ['muted']): Html[] {
  const dot = classes.includes('row') ? html`<span class="dot"> &nbsp;·&nbsp; </span>` : html` &nbsp;·&nbsp; `
  return links.map(
    ({ label, url }, index) => html`${index > 0 ? dot : undefined}${anchor(label, url, classes)}`,
  )
}

/** Adds a line above the HTML of an e-mail, for a reader who is not the recipient. */
export function annotateEmail(page: string, annotation: string): string {
  const line = html`<p ${styled(['waiting', 'on-waiting'], 'margin:0;padding:12px 20px', font(15, 22))}>${annotation}</p>`
  return page.replace(/<body[^>]*>/, (body) => body + markup(line))
}
