import { Fragment, type ReactNode } from 'react'

/**
 * Phrases that must stay on one line. A style keeps them there, because non-breaking spaces and hyphens would
 * change sentences whose wording is fixed.
 */
const UNITS = /(E-Mail[\p{L}-]*|e-card|IP-Adresse|[\d,]+\s(?:Tage|Stunden|Minuten)|\+\d[\d ]+\d)/u

/**
 * Keeps "E-Mail" and "24 Stunden" in a text on one line each. Returns everything that is not text unchanged.
 */
export function withoutLineBreaks(text: ReactNode): ReactNode {
  if (typeof text !== 'string') return text
  return text.split(UNITS).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      <span key={at} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}

/**
 * An e-mail address that is too long for one line breaks only after `@`, a full stop, a hyphen or an
 * underscore.
 */
export function EmailText({ children }: { children: string }) {
  return children.split(/(?<=[@._-])/).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other identity and never move
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ))
}
