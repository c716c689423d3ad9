type SkeletonProps = {
  /** Pixels, or any CSS length: the size that the content will have. */
  height: number | string
  width?: number | string
}

/** Takes the room of content that is still loading. A text beside it says what is loading. */
export function Skeleton({ height, width = '100%' }: SkeletonProps) {
  return <span className="skeleton" style={{ height, width }} aria-hidden="true" />
}
