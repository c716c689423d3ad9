import { PageFrame } from './page-frame.tsx'
import { Skeleton } from './skeleton.tsx'

/** Shown until the code of a page has arrived. */
export function LoadingPage({ text = 'Lade Seite …' }: { text?: string }) {
  return (
    <PageFrame narrow>
      <h1 className="visually-hidden">Online-Terminbuchung</h1>
      <p className="muted mb-4" role="status">
        {text}
      </p>
      <div className="stack">
        <Skeleton height={40} width={280} />
        <Skeleton height={150} />
        <Skeleton height={150} />
      </div>
    </PageFrame>
  )
}
