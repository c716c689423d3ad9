import { Banner } from '../../components/banner.tsx'

type BulkProgressProps = { isShown: boolean; done: number; total: number; failure: string | undefined }

/** Shows how many of the appointments have been changed, and the failure that stopped the change, if any. */
export function BulkProgress({ isShown, done, total, failure }: BulkProgressProps) {
  return (
    <>
      <div role="status">
        {isShown && (
          <p className="row gap-2">
            <progress max={total} value={done} aria-hidden="true" />
            <span className="num">
              {done} von {total} erledigt
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
