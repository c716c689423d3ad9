import { useEffect, useId, useRef } from 'react'
import { linkTo } from '../../../src/shared/link.ts'
import { Card } from '../../components/card.tsx'
import { Fact, FactList } from '../../components/fact-list.tsx'
import styles from './practice-preview.module.css'

type Practice = Readonly<Record<string, string>>

/** The practice as patients will read it, from what stands in the form (specification section 2, Praxisdaten). */
export function PracticePreview({ practice }: { practice: Practice }) {
  const facts: [label: string, text: string | undefined][] = [
    ['Name', practice.name],
    ['Adresse', practice.address],
    ['Ort', `${practice.zip} ${practice.city}`],
    ['Land', practice.country],
    ['Telefon', practice.phone],
    ['E-Mail', practice.mail],
    ['Website', practice.url],
    ['AGB', practice.terms],
    ['Impressum', practice.impressum],
  ]
  const known = facts.filter(([, text]) => text?.trim())
  const id = useId()
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <section ref={place} aria-labelledby={id}>
      <Card>
        <h2 id={id} className={styles.title}>
          Vorschau
        </h2>
        {known.length === 0 ? (
          <p className={styles.none}>(Keine Daten vorhanden)</p>
        ) : (
          <FactList>
            {known.map(([label, text = '']) => (
              <Fact key={label} label={label}>
                <Linked label={label} text={text.trim()} />
              </Fact>
            ))}
          </FactList>
        )}
      </Card>
    </section>
  )
}

const LINKS = new Set(['Website', 'AGB', 'Impressum'])

function Linked({ label, text }: { label: string; text: string }) {
  const href = LINKS.has(label) ? linkTo(text) : undefined
  return href ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    text
  )
}
