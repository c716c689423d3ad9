import { describe, expect, it } from 'vitest'
import { changeDraft, checkDraft, type DraftRules, newDraft, replaceErrors } from './draft-state.ts'

type Draft = { country: string; zip: string; city: string }

/** The postcode has four digits in Austria, and five elsewhere. The city may not be EMPTY. */
const rules: DraftRules<Draft, string> = {
  read: ({ country, zip, city }) => {
    const zipLength = country === 'AT' ? 4 : 5
    const errors = {
      ...(zip.length !== zipLength && { zip: 'Falsche Postleitzahl.' }),
      ...(city === '' && { city: 'Ort fehlt.' }),
    }
    return Object.keys(errors).length > 0 ? { errors } : { output: `${zip} ${city}` }
  },
  dependents: { country: ['zip'] },
}
const EMPTY = newDraft<Draft>({ country: 'AT', zip: '', city: '' })

describe('the form of a patient', () => {
  it('reports no errors while it is filled in', () => {
    expect(changeDraft(EMPTY, { zip: '1' }, rules)).toEqual({
      draft: { country: 'AT', zip: '1', city: '' },
      errors: {},
      isChecked: false,
    })
  })

  it('reports all faulty fields when it is sent, and sends nothing', () => {
    const { errors, output } = checkDraft(EMPTY, rules)
    expect(errors).toEqual({ zip: 'Falsche Postleitzahl.', city: 'Ort fehlt.' })
    expect(output).toBeUndefined()
  })

  it('checks a changed field at once after it was sent, and leaves the others as they are', () => {
    const checked = checkDraft(EMPTY, rules)
    expect(changeDraft(checked, { zip: '685' }, rules).errors.zip).toBe('Falsche Postleitzahl.')
    expect(changeDraft(checked, { zip: '6850' }, rules).errors).toEqual({ city: 'Ort fehlt.' })
  })

  it('checks fields again whose rules depend on a changed field', () => {
    const checked = checkDraft(newDraft<Draft>({ country: 'AT', zip: '6850', city: 'Dornbirn' }), rules)
    expect(checked.output).toBe('6850 Dornbirn')
    const abroad = changeDraft(checked, { country: 'DE' }, rules)
    expect(abroad.errors).toEqual({ zip: 'Falsche Postleitzahl.' })
    expect(changeDraft(abroad, { country: 'AT' }, rules).errors).toEqual({})
  })

  it('drops an error of the server when its field is changed', () => {
    const refused = { ...EMPTY, errors: { city: 'Den Ort kennt der Server nicht.' } }
    expect(changeDraft(refused, { zip: '1' }, rules).errors).toEqual(refused.errors)
    expect(changeDraft(refused, { city: 'Bregenz' }, rules).errors).toEqual({})
  })

  it('replaces only the errors of the named fields', () => {
    const errors = { zip: 'Falsche Postleitzahl.', city: 'Ort fehlt.' }
    expect(replaceErrors(errors, ['city'], { city: 'Anderer Satz.', zip: 'Nicht gefragt.' })).toEqual({
      zip: 'Falsche Postleitzahl.',
      city: 'Anderer Satz.',
    })
    expect(replaceErrors(errors, ['zip'])).toEqual({ city: 'Ort fehlt.' })
  })
})
