import { Fragment, type ReactNode } from 'react'

/**
 * Matches phrases that must stay on one line: "E-Mail-Adresse", "e-card", "24 Stunden", and phone numbers
 * with a country. A style keeps them there, because non-breaking spaces and hyphens would change sentences
 * whose wording is fixed.
 */
const UNBROKEN_PHRASES = /(E-Mail[\p{L}-]*|e-card|IP-Adresse|[\d,]+\s(?:Tage|Stunden|Minuten)|\+\d[\d ]+\d)/u

/**
 * Returns the text with "E-Mail", "24 Stunden" and the like each on one line. Everything that is not text is
 * returned unchanged.
 */
export function keepPhrasesTogether(text: ReactNode): ReactNode {
  if (typeof text !== 'string') return text
  return text.split(UNBROKEN_PHRASES).map((part, index) =>
    // The pattern is a capturing group, so `split` keeps the phrases: every second part is a phrase.
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity and never move
      <span key={index} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}

/**
 * Shows an e-mail address. An address that is too long for one line breaks only after `@`, a full stop, a
 * hyphen or an underscore.
 */
export function EmailText({ children }: { children: string }) {
  return children.split(/(?<=[@._-])/).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other identity and never move
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ))
}
