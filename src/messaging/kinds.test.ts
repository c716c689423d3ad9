import { describe, expect, it } from 'vitest'
import { SAMPLE_EMAILS } from '../testing/sample-emails.ts'
import { KINDS, type rulesOf } from './kinds.ts'

/** The e-mails that only report something, so that they need no button. */
const WITHOUT_BUTTON = [
  'cancelled-for-the-practice',
  'moved-for-the-practice',
  'offer-taken-for-the-practice',
]

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
    const shown = html.replace(/<[^>]+>/g, ' ')
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
    const body = html.replace(/<style>.*?<\/style>|<\/?(a|span)\b[^>]*>/gs, '').replace(/<[^>]+>/g, ' ')
    const shown = readable(body).replace(/\s+/g, ' ')
    const { links, sentences } = divideLines(withoutSignature)
    for (const link of links) expect(readable(html)).toContain(`href="${link}"`)
    for (const line of sentences) {
      // In HTML, labels are in cells of their own, and quotations have no mark.
      for (const piece of line.replace(/^> ?/, '').split(/: |:$/))
        expect(shown).toContain(piece.replace(/\s+/g, ' '))
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
    // The dark colours are `!important`, because they override inline styles.
    const dark = new Set([...html.matchAll(/\.([\w-]+)\{[^}]*!important\}/g)].map((match) => match[1]))
    for (const [, classes = ''] of html.matchAll(/class="([^"]+)"/g)) {
      for (const className of classes.split(' ')) expect(dark).toContain(className)
    }
    // An element with a colour in its style must have a class, or it would stay light in dark mode.
    const painted = [...html.matchAll(/<(\w+)([^>]*#[0-9a-f]{6}[^>]*)>/g)]
    expect(painted.length).toBeGreaterThan(5)
    for (const [tag] of painted) expect(tag).toContain('class="')
  })
})

it('no line of an e-mail ends between weekday and day', () => {
  const all = Object.values(SAMPLE_EMAILS).map(({ text, html }) => text + html)
  expect(all.join('\n')).toContain('So\u00a022.\u00a0November')
  for (const mail of all) expect(mail).not.toMatch(/\b(Mo|Di|Mi|Do|Fr|Sa|So) \d/)
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

/** Returns HTML with its character references decoded. */
function readable(html: string): string {
  return html
    .replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))
    .replaceAll('&nbsp;', '\u00a0')
}
