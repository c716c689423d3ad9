import { useQuery } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { PublicApi } from '../../src/http/app.ts'
import { webLink } from '../../src/shared/web-link.ts'
import { publicQuery } from '../api/public-query.ts'
import { QueryProvider } from '../api/query-client.tsx'
import { keepPhrasesTogether } from '../components/line-breaks.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { Loaded } from '../page/loaded.tsx'
import { PageFrame } from '../page/page-frame.tsx'
import { TitledHeading } from '../page/page-heading.tsx'
import { PracticeContact } from '../page/practice-contact.tsx'

const api = hc<PublicApi>('/api')

/** Renders /datenschutz: what the practice does with the patient's data (docs/behaviour.md 16.16). */
export function PrivacyPage() {
  return <TextPage title="Datenschutz" name="privacy" />
}

/** Renders /barrierefreiheit: the accessibility statement (docs/behaviour.md 15.10). */
export function AccessibilityPage() {
  return <TextPage title="Barrierefreiheit" name="accessibility" />
}

type TextName = 'privacy' | 'accessibility'

function TextPage({ title, name }: { title: string; name: TextName }) {
  return (
    <QueryProvider>
      <PageFrame narrow>
        <TitledHeading>{title}</TitledHeading>
        <Sections name={name} />
        <PracticeContact />
      </PageFrame>
    </QueryProvider>
  )
}

function Sections({ name }: { name: TextName }) {
  const query = useQuery(publicQuery(api[name], {}))
  return (
    <Loaded
      query={query}
      failure="Der Text konnte nicht geladen werden."
      loading="Text wird geladen …"
      skeleton={<Skeleton height={480} />}
    >
      {({ sections }) => (
        <div className="stack gap-5">
          {sections.map(({ title, lines }) => (
            // Several sections may lack a title, so the first line is part of the key.
            <section key={title + lines[0]} className="stack gap-2">
              {title && <h2>{title}</h2>}
              {lines.map((line) => (
                <p key={line} className="break">
                  <Line text={line} />
                </p>
              ))}
            </section>
          ))}
        </div>
      )}
    </Loaded>
  )
}

/** A line of the practice's own text can be the URL of its own page. */
function Line({ text }: { text: string }) {
  const url = /\s/.test(text) ? undefined : webLink(text)
  return url ? <a href={url}>{url}</a> : keepPhrasesTogether(text)
}
