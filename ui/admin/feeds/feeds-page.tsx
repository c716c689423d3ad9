import { useState } from 'react'
import { stamp } from '../../../src/shared/format.ts'
import { Button } from '../../components/button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
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
  const [asked, setAsked] = useState<Feed>()
  return (
    <>
      <Loaded
        query={useFeeds()}
        failure="Kalender-Abos konnten nicht geladen werden."
        loading="Lade Kalender-Abos …"
        skeleton={<Skeleton height={120} />}
      >
        {(feeds) => <FeedRows feeds={feeds} onEnd={setAsked} />}
      </Loaded>
      {asked && <EndFeedDialog feed={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function FeedRows({ feeds, onEnd }: { feeds: readonly Feed[]; onEnd: (feed: Feed) => void }) {
  if (feeds.length === 0)
    return <p className={styles.empty}>Hier stehen die Abos, die es gibt. Noch gibt es keines.</p>
  return (
    <ul>
      {feeds.map((feed) => (
        <li key={feed.id} className={styles.feed}>
          <div>
            <b>{feed.title}</b>
            <span className={styles.facts}>
              {feed.initials_only ? 'nur Initialen' : 'volle Namen'}, seit {stamp(feed.created_at)}
            </span>
          </div>
          <Button size="small" aria-label={`Abo „${feed.title}“ beenden`} onClick={() => onEnd(feed)}>
            Beenden
          </Button>
        </li>
      ))}
    </ul>
  )
}
