import styles from './loading-page.module.css'
import { PageFrame } from './page-frame.tsx'
import { Skeleton } from './skeleton.tsx'

/** Holds the place of a page that is on its way. */
export function LoadingPage({ text = 'Lade Seite …' }: { text?: string }) {
  return (
    <PageFrame narrow>
      <h1 className="visually-hidden">Online-Terminbuchung</h1>
      <p className={styles.text} role="status">
        {text}
      </p>
      <div className={styles.boards}>
        <Skeleton height={40} width={280} />
        <Skeleton height={150} />
        <Skeleton height={150} />
      </div>
    </PageFrame>
  )
}
