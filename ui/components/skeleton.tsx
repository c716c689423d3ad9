type SkeletonProps = {
  /** The height of the loaded content: pixels as a number, or any CSS length as text. */
  height: number | string
  width?: number | string
}

/**
 * Reserves the room of content that is still loading. Screen readers ignore it, so a text beside it must say
 * what is loading.
 */
export function Skeleton({ height, width = '100%' }: SkeletonProps) {
  return <span className="skeleton" style={{ height, width }} aria-hidden="true" />
}
