import { useEffect, useId, useRef, useState } from 'react'
import { webLink } from '../../../src/shared/web-link.ts'
import { Button } from '../../components/button.tsx'
import { Fact, FactList } from '../../components/fact-list.tsx'
import type { SettingValues } from './setting-values.ts'
import { SettingsPage } from './settings-page.tsx'
import { useSettingsForm } from './use-settings-form.ts'

/** The form of the practice's name, address and links, with a preview below it. */
export function PracticePage() {
  const form = useSettingsForm('practice')
  const [isPreviewOpen, setPreviewOpen] = useState(false)
  return (
    <SettingsPage
      group="practice"
      form={form}
      buttons={
        <Button aria-expanded={isPreviewOpen} onClick={() => setPreviewOpen(!isPreviewOpen)}>
          Vorschau
        </Button>
      }
      below={isPreviewOpen && <PracticePreview practice={form.watch()} />}
    />
  )
}

/** Shows the practice as patients will see it with the values in the form. */
function PracticePreview({ practice }: { practice: SettingValues }) {
  // The type also allows boolean values, so each is converted to text.
  const facts: { label: string; text: string; isLink?: true }[] = [
    { label: 'Name', text: `${practice.name}` },
    { label: 'Adresse', text: `${practice.address}` },
    { label: 'Ort', text: `${practice.zip} ${practice.city}` },
    { label: 'Land', text: `${practice.country}` },
    { label: 'Telefon', text: `${practice.phone}` },
    { label: 'E-Mail', text: `${practice.mail}` },
    { label: 'Website', text: `${practice.url}`, isLink: true },
    { label: 'AGB', text: `${practice.terms}`, isLink: true },
    { label: 'Impressum', text: `${practice.impressum}`, isLink: true },
  ]
  const filledIn = facts.filter(({ text }) => text.trim() !== '')
  const id = useId()
  const sectionRef = useRef<HTMLElement>(null)
  // The preview opens below the form, where it may be out of view.
  useEffect(() => {
    sectionRef.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <section ref={sectionRef} className="card" aria-labelledby={id}>
      <h2 id={id} className="padded">
        Vorschau
      </h2>
      {filledIn.length === 0 ? (
        <p className="padded muted line-above">(Keine Daten vorhanden)</p>
      ) : (
        <FactList>
          {filledIn.map(({ label, text, isLink }) => (
            <Fact key={label} label={label}>
              {isLink ? <LinkedText text={text.trim()} /> : text.trim()}
            </Fact>
          ))}
        </FactList>
      )}
    </section>
  )
}

/** The text, as a link if it is a URL. */
function LinkedText({ text }: { text: string }) {
  const href = webLink(text)
  return href ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    text
  )
}
