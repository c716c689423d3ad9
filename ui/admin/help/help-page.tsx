import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../components/button.tsx'
import { keepPhrasesTogether } from '../../components/line-breaks.tsx'
import { HELP_TOPICS, type HelpTopic } from '../components/help-topics.ts'
import { PageHead } from '../components/page.tsx'
import styles from './help.module.css'
import { CHAPTERS, SITUATIONS } from './situations.ts'

/** The URL of each picture, by its path. */
const PICTURES = import.meta.glob<string>('./pictures/*.jpg', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** Says what to do in each situation, for people who do not read manuals (docs/behaviour.md 12.53). */
export function HelpPage() {
  useEffect(followUrl, [])
  return (
    <>
      <PageHead
        title="Hilfe"
        lead="Was tun, wenn …? Jede Seite der Verwaltung hat oben ein Fragezeichen, das hierher führt."
      >
        <Button onClick={() => print()}>
          <Printer />
          Als Heft drucken
        </Button>
      </PageHead>
      <div className="stack gap-6">
        {CHAPTERS.map(({ title, topics }) => (
          <section key={title} className={`stack gap-4 ${styles.part}`}>
            <h2>{title}</h2>
            {topics.map((topic) => (
              <Situation key={topic} topic={topic} />
            ))}
          </section>
        ))}
      </div>
    </>
  )
}

/**
 * Shows the situation that the URL names, now and whenever it changes, because choosing a situation in
 * the finder loads no page. @returns a function that ends this
 */
function followUrl() {
  showSituation()
  // wouter sends an event called `pushState` for each URL that it sets.
  const changes = ['pushState', 'popstate'] as const
  // The finder's dialog first returns the focus to where it was.
  const showLater = () => setTimeout(showSituation)
  for (const change of changes) addEventListener(change, showLater)
  return () => {
    for (const change of changes) removeEventListener(change, showLater)
  }
}

/**
 * Scrolls to the situation that the URL names, because the browser looks for it before it is rendered.
 */
function showSituation() {
  const situation = document.getElementById(location.hash.slice(1))
  situation?.scrollIntoView()
  situation?.querySelector('h3')?.focus({ preventScroll: true })
}

/** A situation with its picture. */
function Situation({ topic }: { topic: HelpTopic }) {
  const picture = PICTURES[`./pictures/${topic}.jpg`]
  return (
    <article id={topic} className={`card padded ${styles.situation}`}>
      <div className="stack gap-2">
        <h3 tabIndex={-1}>{HELP_TOPICS[topic]}</h3>
        <p>{keepPhrasesTogether(SITUATIONS[topic].text)}</p>
      </div>
      {picture && <img className={styles.picture} src={picture} alt="" width={640} height={400} />}
    </article>
  )
}
