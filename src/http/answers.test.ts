import { describe, expect, it } from 'vitest'
import { ANSWERS, openWithQuestions, QUESTIONS, SHOWN_ANSWERS } from '../testing/answers-app.ts'
import { aContact } from '../testing/factory.ts'

describe('answers to the questions of a service', () => {
  it.each([
    {
      fault: 'missing',
      answers: undefined,
      fields: { allergien: 'Bitte beantworten Sie diese Frage.' },
    },
    {
      fault: 'to another question',
      answers: { ...ANSWERS, alter: 7 },
      fields: { alter: 'Diese Frage gibt es nicht mehr.' },
    },
    {
      fault: 'of the wrong kind',
      answers: { allergien: 'vielleicht' },
      fields: { allergien: 'Bitte wählen Sie Ja oder Nein.' },
    },
  ])(
    'that are $fault are refused by hold and by confirm, together with an invalid contact',
    async ({ answers, fields }) => {
      const { rows, hold, confirm } = await openWithQuestions()
      const contact = aContact({ firstName: '' })
      const invalidFields = { ...fields, firstName: 'Vorname ist erforderlich.' }
      const refusedHold = await hold({ answers, contact })
      expect([refusedHold.status, refusedHold.json.error]).toEqual([400, 'invalid'])
      expect(refusedHold.json.fields).toEqual(invalidFields)
      expect(rows('select * from holds')).toEqual([])

      const { hold_id } = (await hold()).json
      const refusedRequest = await confirm(hold_id, { answers, contact })
      expect([refusedRequest.status, refusedRequest.json.error]).toEqual([400, 'invalid'])
      expect(refusedRequest.json.fields).toEqual(invalidFields)
      expect(rows('select * from bookings')).toEqual([])

      expect((await confirm(hold_id)).status).toBe(201)
    },
  )

  it('are refused by a service without questions, which needs none', async () => {
    const { setQuestions, hold } = await openWithQuestions()
    setQuestions([])
    expect((await hold()).json.fields).toEqual({ allergien: 'Diese Frage gibt es nicht mehr.' })
    for (const answers of [undefined, null]) expect((await hold({ answers })).status).toBe(201)
  })

  it('to an unknown service are not checked, because the service is refused', async () => {
    const { hold } = await openWithQuestions()
    expect((await hold({ service_id: 'unknown-service' })).json.error).toBe('service_not_found')
  })

  it('are in the details of the booking, with the questions as they were asked', async () => {
    const { setQuestions, hold, confirm, readDetails } = await openWithQuestions()
    const { id } = (await confirm((await hold()).json.hold_id)).json
    setQuestions([{ id: 'allergien', label: 'Vertragen Sie Penicillin?', kind: 'yesno', required: true }])
    expect((await readDetails(id)).answers).toEqual(SHOWN_ANSWERS)
  })

  it('that are omitted store nothing', async () => {
    const { setQuestions, rows, hold, confirm, readDetails } = await openWithQuestions()
    setQuestions(QUESTIONS.slice(1))
    const { hold_id } = (await hold({ answers: {} })).json
    const { id } = (await confirm(hold_id, { answers: { anliegen: '' } })).json
    expect((await readDetails(id)).answers).toEqual([])
    expect(rows('select answers from bookings')).toEqual([{ answers: null }])
  })
})
