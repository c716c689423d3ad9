import { Check } from 'lucide-react'
import type { SvnMode } from '../../../src/shared/contact/contact-form.ts'
import { composeSvnr, isSvnr } from '../../../src/shared/contact/svnr.ts'
import { isDay } from '../../../src/shared/day.ts'
import { Checkbox } from '../../components/checkbox.tsx'
import { Field, TextInput } from '../../components/field.tsx'
import styles from './contact.module.css'
import { useContactFields } from './use-contact-form.ts'

/** The length of the first part of the number. */
const KEY_DIGITS = 4
/** The length of the whole number, with the birth date. */
const ALL_DIGITS = 10
const MOST_DIGITS: Record<SvnMode, number> = { none: 0, key: KEY_DIGITS, full: ALL_DIGITS }

/**
 * Asks for the Austrian social security number: four digits, which the birth date completes. If the e-card
 * shows another date, the field takes all ten digits. A patient without a number ticks a box.
 * @param isOwn whether the person who types is the patient, which changes the texts
 */
export function SvnrField({ isOwn, error }: { isOwn: boolean; error: string | undefined }) {
  const { draft, set, clearError } = useContactFields()
  const { svn4, svnMode: mode, birthDate } = draft
  const isFull = mode === 'full'
  const onCard = isOwn ? 'auf Ihrer e-card' : 'auf der e-card'

  const changeMode = (newMode: SvnMode) => {
    set({ svnMode: newMode, svn4: svn4.slice(0, MOST_DIGITS[newMode]) })
    clearError('svn4')
  }

  return (
    <div className="stack gap-3">
      {mode !== 'none' && (
        <Field
          label="Sozialversicherungsnummer"
          error={error}
          required
          help={
            isFull ? `Alle zehn Ziffern, wie sie ${onCard} stehen.` : `Die ersten vier Ziffern ${onCard}.`
          }
        >
          <div className={`row ${styles.svnr}`} data-full={isFull || undefined}>
            <TextInput
              className={`semibold num ${styles.digits}`}
              name="svn4"
              inputMode="numeric"
              autoComplete="off"
              // People may type or paste the spaces of the e-card, or more of them.
              maxLength={2 * ALL_DIGITS}
              value={svn4}
              onChange={({ target }) =>
                set({ svn4: target.value.replace(/\D/g, '').slice(0, MOST_DIGITS[mode]) })
              }
            />
            {!isFull && <ComposedNumber svnrKey={svn4} birthDate={birthDate} />}
          </div>
        </Field>
      )}
      <div className="stack gap-3 small">
        <Checkbox checked={isFull} onChange={() => changeMode(isFull ? 'key' : 'full')}>
          Das Datum auf {isOwn ? 'meiner' : 'der'} <span className="nowrap">e-card</span> weicht ab
        </Checkbox>
        <Checkbox checked={mode === 'none'} onChange={() => changeMode(mode === 'none' ? 'key' : 'none')}>
          {isOwn ? 'Ich habe keine' : 'Keine'} österreichische Sozialversicherungsnummer
        </Checkbox>
      </div>
    </div>
  )
}

/** Shows the number as printed on the e-card, with dots for missing digits. */
function ComposedNumber({ svnrKey, birthDate }: { svnrKey: string; birthDate: string }) {
  const fits = isSvnr(composeSvnr(svnrKey, birthDate))
  // Screen readers announce each change in an `output`, so they get the number only when it is whole.
  return (
    <output
      className={`row between num ${styles.composed}`}
      data-tone="good"
      aria-label="Zusammengesetzte Nummer"
    >
      <span aria-hidden={!fits || undefined}>
        <b>{svnrKey.padEnd(KEY_DIGITS, '·')}</b> {datePart(birthDate)}
      </span>
      {fits && <Check aria-label="stimmt" />}
    </output>
  )
}

/** Returns `14 03 58` as it is printed on the e-card, or dots while the date is not complete. */
function datePart(birthDate: string): string {
  if (!isDay(birthDate)) return '·· ·· ··'
  const [year, month, day] = birthDate.split('-')
  return `${day} ${month} ${year?.slice(2)}`
}
