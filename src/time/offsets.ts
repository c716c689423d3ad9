import type { Instant } from '../shared/day.ts'

/** Milliseconds that a zone is ahead of UTC. */
export type Offset = number

/** Gives the offset of a zone at an instant. */
export type OffsetAt = (at: Instant) => Offset

/** A span of constant offset; `until` is not included. */
type OffsetSpan = Readonly<{ from: Instant; until: Instant; offset: Offset }>

const NANOSECONDS_PER_MS = 1e6

/**
 * Returns the offsets of a zone of the IANA database. Calls Temporal, which is slow, only once for each span
 * between two clock changes.
 */
export function offsetsOf(zone: string): OffsetAt {
  const spans: OffsetSpan[] = []
  /** The span of the last call, because successive calls mostly need the same one. */
  let latest: OffsetSpan | undefined
  return (at) => {
    if (latest && covers(latest, at)) return latest.offset
    const known = spans.find((span) => covers(span, at))
    latest = known ?? spanAround(at, zone)
    if (known === undefined) spans.push(latest)
    return latest.offset
  }
}

function covers({ from, until }: OffsetSpan, at: Instant): boolean {
  return at >= from && at < until
}

function spanAround(at: Instant, zone: string): OffsetSpan {
  // Temporal throws for a fraction of a millisecond, which a computed instant may have.
  const zoned = Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(zone)
  // A clock change at this very instant begins the span, so the search starts one millisecond later.
  const changeBefore = zoned.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  return {
    from: changeBefore?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    until: zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: zoned.offsetNanoseconds / NANOSECONDS_PER_MS,
  }
}
