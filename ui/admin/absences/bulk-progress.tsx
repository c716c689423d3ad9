import { Banner } from '../../components/banner.tsx'

type BulkProgressProps = {
  isShown: boolean
  doneCount: number
  totalCount: number
  failure: string | undefined
}

/** Shows how many of the appointments have been changed, and the failure that stopped the change, if any. */
export function BulkProgress({ isShown, doneCount, totalCount, failure }: BulkProgressProps) {
  return (
    <>
      <div role="status">
        {isShown && (
          <p className="row gap-2">
            <progress max={totalCount} value={doneCount} aria-hidden="true" />
            <span className="num">
              {doneCount} von {totalCount} erledigt
            </span>
          </p>
        )}
      </div>
      {failure && (
        <Banner tone="danger" role="alert">
          {failure}
        </Banner>
      )}
    </>
  )
}
