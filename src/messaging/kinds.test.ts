import { describe, expect, it } from 'vitest'
import { SAMPLE_EMAILS } from '../testing/sample-emails.ts'
import { KINDS, type rulesOf } from './kinds.ts'

/** The e-mails that only report something, so that they need no button. */
const WITHOUT_BUTTON = [
  'cancelled-for-the-practice',
  'moved-for-the-practice',
  'offer-taken-for-the-practice',
]

/** An element of HTML, from its beginning to the end of the tag. */
const TAG = /<[^>]+>/g
/** The stylesheet, and the tags within a line, which separate no words. */
const STYLES_AND_INLINE_TAGS = /<style>.*?<\/style>|<\/?(a|span)\b[^>]*>/gs
/** A rule of dark mode. Its colours are `!important`, because they override inline styles. */
const DARK_RULE = /\.([\w-]+)\{[^}]*!important\}/g
/** An opening tag with a colour. */
const COLOURED_TAG = /<(\w+)([^>]*#[0-9a-f]{6}[^>]*)>/g

const DECLARATIONS = Object.entries<ReturnType<typeof rulesOf>>(KINDS)

it.each(DECLARATIONS.filter(([, { email }]) => email !== undefined))(
  'the kind %s has a sample e-mail',
  (_kind, { samples }) => {
    expect(Object.keys(samples)).not.toEqual([])
  },
)

it.each(DECLARATIONS)(
  'each text of the kind %s has a sample of its name, for its preview',
  (_kind, { texts = {}, samples }) => {
    expect(Object.keys(samples)).toEqual(expect.arrayContaining(Object.keys(texts)))
  },
)

describe.each(Object.entries(SAMPLE_EMAILS))('the e-mail %s', (name, { subject, text, html }) => {
  it('names the practice and the kind of practice', () => {
    const shown = html.replace(TAG, ' ')
    expect(shown).toMatch(/(Dr\. Alma Beispiel|Beispielhofer)\s+Wahlarztordination für Allgemeinmedizin/)
  })

  it('names neither treatment nor patient in the subject', () => {
    expect(subject).not.toMatch(/Akupunktur|Erstordination|Muster|Maria|Befund|Ärztin|verreist/)
  })

  it('contains neither the social security number, nor the birth date, nor notes', () => {
    expect(subject + text + html).not.toMatch(/1237|0101\s?80|1980|nüchtern/)
  })

  it('has the same words and links in HTML as in text', () => {
    const [withoutSignature = ''] = text.split('\n\n-- ')
    const body = html.replace(STYLES_AND_INLINE_TAGS, '').replace(TAG, ' ')
    const shown = withSingleSpaces(readable(body))
    const { links, sentences } = divideLines(withoutSignature)
    for (const link of links) expect(readable(html)).toContain(`href="${link}"`)
    for (const line of sentences) {
      // In HTML, labels are in cells of their own, and quotations have no mark.
      for (const piece of line.replace(/^> ?/, '').split(/: |:$/))
        expect(shown).toContain(withSingleSpaces(piece))
    }
  })

  it('loads nothing from outside', () => {
    expect(html).not.toMatch(/<img|<script|<link|@import|url\(|src=/i)
  })

  it('has one button, or none if it only reports something', () => {
    // Only the link of a button has `display:block`.
    const buttons = html.match(/style="[^"]*display:block/g) ?? []
    expect(buttons).toHaveLength(WITHOUT_BUTTON.includes(name) ? 0 : 1)
  })

  it('has a dark colour for every coloured element', () => {
    const darkClasses = new Set(Array.from(html.matchAll(DARK_RULE), ([, className]) => className))
    for (const [, classes = ''] of html.matchAll(/class="([^"]+)"/g)) {
      for (const className of classes.split(' ')) expect(darkClasses).toContain(className)
    }
    // An element with a colour in its style must have a class, or it would stay light in dark mode.
    const colouredTags = html.match(COLOURED_TAG) ?? []
    expect(colouredTags.length).toBeGreaterThan(5)
    for (const tag of colouredTags) expect(tag).toContain('class="')
  })
})

it('no line of an e-mail ends between weekday and day', () => {
  const contents = Object.values(SAMPLE_EMAILS).map(({ text, html }) => text + html)
  expect(contents.join('\n')).toContain('So\u00a022.\u00a0November')
  for (const content of contents) expect(content).not.toMatch(/\b(Mo|Di|Mi|Do|Fr|Sa|So) \d/)
})

it.each(['text', 'html'] as const)(
  'no line of an e-mail ends between day and month, or before "Uhr", in %s',
  (form) => {
    for (const email of Object.values(SAMPLE_EMAILS))
      expect(email[form].split('<body').at(-1)).not.toMatch(/\d Uhr|\d\. (?:Jänner|November)/)
    expect(SAMPLE_EMAILS.offer[form]).toMatch(/22\.\u00a0November.*\d\d:\d\d\u00a0Uhr/)
  },
)

it('no date, time or price becomes a link to call', () => {
  const numbers = ['+435572000000', '+436601234567']
  for (const [kind, { html }] of Object.entries(SAMPLE_EMAILS))
    for (const [, address] of html.matchAll(/href="tel:([^"]*)"/g)) expect(numbers, kind).toContain(address)
})

/** Divides the lines of a text into links and all others. */
function divideLines(text: string): { links: string[]; sentences: string[] } {
  const lines = text.split('\n')
  const isLink = (line: string) => line.startsWith('https://')
  return { links: lines.filter(isLink), sentences: lines.filter((line) => !isLink(line)) }
}

/** Returns the text with a single space for each run of spaces and line breaks. */
function withSingleSpaces(text: string): string {
  return text.replace(/\s+/g, ' ')
}

/** Returns HTML with its character references decoded. */
function readable(html: string): string {
  return html
    .replace(/&#(\d+);/g, (_reference, code) => String.fromCharCode(Number(code)))
    .replaceAll('&nbsp;', '\u00a0')
}
