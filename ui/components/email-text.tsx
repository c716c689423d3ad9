import { Fragment } from 'react'

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
