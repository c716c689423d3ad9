import { Fragment, type ReactNode } from 'react'

/** What must not be torn apart at the end of a line. A space of its own cannot do it: the sentences are fixed. */
const UNITS = /(E-Mail[\p{L}-]*|e-card|IP-Adresse|[\d,]+\s(?:Tage|Stunden|Minuten)|\+\d[\d ]+\d)/u

/** The text with "E-Mail" and "24 Stunden" kept on one line each; anything but text as it is. */
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

/** An e-mail address, whole: where it needs a second line, that begins after `@`, a full stop or a hyphen. */
export function EmailText({ children }: { children: string }) {
  return children.split(/(?<=[@._-])/).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other identity and never move
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ))
}
