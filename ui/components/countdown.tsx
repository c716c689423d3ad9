import { countdown, countdownWords } from '../../src/shared/format.ts'

type CountdownProps = {
  /** The time left, in milliseconds. */
  left: number
}

/**
 * Shows the time left, `4:05`, which screen readers would read as a time of day. They read minutes and
 * seconds instead.
 */
export function Countdown({ left }: CountdownProps) {
  return (
    <>
      <span className="num" aria-hidden="true">
        {countdown(left)}
      </span>
      <span className="visually-hidden">{countdownWords(left)}</span>
    </>
  )
}
