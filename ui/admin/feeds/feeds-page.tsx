import { useState } from 'react'
import { stamp } from '../../../src/shared/format.ts'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { LoadFailure } from '../components/load-failure.tsx'
import { PageHead } from '../components/page-head.tsx'
import { Section } from '../components/section.tsx'
import { EndFeedDialog } from './end-feed-dialog.tsx'
import styles from './feeds-page.module.css'
import { NewFeed } from './new-feed.tsx'
import { type Feed, useFeeds } from './use-feeds.ts'

/** Secret addresses under which a calendar program shows the confirmed appointments. */
export function FeedsPage() {
  return (
    <>
      <PageHead
        title="Kalender-Abo"
        lead="Bestätigte Termine im Kalender Ihres Telefons oder Computers, immer auf dem neuesten Stand."
      />
      <div className={styles.sections}>
        <Section
          title="Neues Abo"
          lead="Wer die Adresse kennt, sieht die Termine. Geben Sie sie nur in Ihrem Kalender ein."
        >
          <NewFeed />
        </Section>
        <Section title="Bestehende Abos">
          <FeedList />
        </Section>
      </div>
    </>
  )
}

function FeedList() {
  const { data, error, isFetching, refetch } = useFeeds()
  const [asked, setAsked] = useState<Feed>()
  if (!data)
    return error ? (
      <LoadFailure
        error={error}
        sentence="Kalender-Abos konnten nicht geladen werden."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <Skeleton height={120} />
    )
  return (
    <>
      {data.length === 0 ? (
        <p className={styles.empty}>Hier stehen die Abos, die es gibt. Noch gibt es keines.</p>
      ) : (
        <ul>
          {data.map((feed) => (
            <li key={feed.id} className={styles.feed}>
              <div>
                <b>{feed.title}</b>
                <span className={styles.facts}>
                  {feed.initials_only ? 'nur Initialen' : 'volle Namen'}, seit {stamp(feed.created_at)}
                </span>
              </div>
              <Button size="small" aria-label={`Abo „${feed.title}“ beenden`} onClick={() => setAsked(feed)}>
                Beenden
              </Button>
            </li>
          ))}
        </ul>
      )}
      <EndFeedDialog feed={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}
