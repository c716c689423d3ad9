import { linkTo } from '../../../src/rules/link.ts'
import { Board } from '../../parts/board.tsx'
import { Fact, FactList } from '../../parts/fact-list.tsx'

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
  return (
    <section aria-label="Vorschau der Praxisdaten">
      <Board>
        {known.length === 0 ? (
          <p>(Keine Daten vorhanden)</p>
        ) : (
          <FactList>
            {known.map(([label, text = '']) => (
              <Fact key={label} label={label}>
                <Linked label={label} text={text.trim()} />
              </Fact>
            ))}
          </FactList>
        )}
      </Board>
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
