import { useEffect, useId, useRef, useState } from 'react'
import { linkTo } from '../../../src/shared/link.ts'
import { Button } from '../../components/button.tsx'
import { Fact, FactList } from '../../components/card.tsx'
import { SettingsPage } from './settings-pages.tsx'
import { type SettingValues, useSettingsForm } from './use-settings-form.ts'

export function PracticePage() {
  const form = useSettingsForm('practice')
  const [previewed, setPreviewed] = useState(false)
  return (
    <SettingsPage
      group="practice"
      form={form}
      buttons={
        <Button aria-expanded={previewed} onClick={() => setPreviewed(!previewed)}>
          Vorschau
        </Button>
      }
      after={previewed && <PracticePreview practice={form.watch()} />}
    />
  )
}

/** Shows the practice as patients will see it with the values in the form. */
function PracticePreview({ practice }: { practice: SettingValues }) {
  const facts: [label: string, text: string][] = [
    ['Name', `${practice.name}`],
    ['Adresse', `${practice.address}`],
    ['Ort', `${practice.zip} ${practice.city}`],
    ['Land', `${practice.country}`],
    ['Telefon', `${practice.phone}`],
    ['E-Mail', `${practice.mail}`],
    ['Website', `${practice.url}`],
    ['AGB', `${practice.terms}`],
    ['Impressum', `${practice.impressum}`],
  ]
  const known = facts.filter(([, text]) => text.trim())
  const id = useId()
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <section ref={ref} className="card" aria-labelledby={id}>
      <h2 id={id} className="padded">
        Vorschau
      </h2>
      {known.length === 0 ? (
        <p className="padded muted line-above">(Keine Daten vorhanden)</p>
      ) : (
        <FactList>
          {known.map(([label, text]) => (
            <Fact key={label} label={label}>
              <Linked label={label} text={text.trim()} />
            </Fact>
          ))}
        </FactList>
      )}
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
