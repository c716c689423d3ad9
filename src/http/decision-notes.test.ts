import { describe, expect, it } from 'vitest'
import { moveByPatient } from '../booking/patient-moves.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { openDecisionApp, REQUESTED_START } from '../testing/decision-app.ts'

/** These tests are about the note, the sentence with which a decision is answered. */

describe.each([
  {
    decision: 'the confirmation of a request',
    call: 'confirm',
    about: 'request',
    done: 'Termin wurde bestätigt',
    consequence: '',
    secondNote: 'Termin war bereits bestätigt.',
  },
  {
    decision: 'the rejection of a request',
    call: 'reject',
    about: 'request',
    done: 'Termin wurde abgelehnt',
    consequence: '',
    secondNote: 'Termin war bereits abgelehnt.',
  },
  {
    decision: 'the confirmation of a move',
    call: 'confirm',
    about: 'move',
    done: 'Termin wurde verschoben',
    consequence: '',
    secondNote: 'Termin war bereits verschoben.',
  },
  {
    decision: 'the rejection of a move',
    call: 'reject',
    about: 'move',
    done: 'Verschiebung wurde abgelehnt',
    consequence: ' Der Termin bleibt, wo er ist.',
    secondNote: 'Verschiebung war bereits abgelehnt.',
  },
] as const)('$decision', ({ call, about, done, consequence, secondNote }) => {
  /**
   * Opens the app with the request or the move. `decide` makes the decision, and returns the note of the
   * answer.
   */
  function openUndecided({ notify_off }: { notify_off: boolean }) {
    const { app, id, bookingState } = openDecisionApp({
      status: about === 'move' ? 'confirmed' : 'requested',
    })
    if (about === 'move') moveByPatient(app.ctx(), id, { start: REQUESTED_START + DAY_LENGTH, message: '' })
    writeSettings(app.ctx(), 'general', { notify_off })
    const decide = async () => (await app.admin().post(`/api/admin/${call}`, { id })).json.note
    return { decide, bookingState }
  }

  it('says what was done', async () => {
    const { decide } = openUndecided({ notify_off: false })
    expect(await decide()).toBe(`${done} und der Patient informiert.${consequence}`)
  })

  it('promises no e-mail while notifications are off', async () => {
    const { decide } = openUndecided({ notify_off: true })
    expect(await decide()).toBe(
      `${done}. Der Patient bekommt keine E-Mail: Benachrichtigungen sind abgeschaltet.`,
    )
  })

  it.each([false, true])(
    'changes nothing the second time, and says so: notify_off %s',
    async (notify_off) => {
      const { decide, bookingState } = openUndecided({ notify_off })
      await decide()
      const decidedState = bookingState()
      expect(await decide()).toBe(secondNote)
      expect(bookingState()).toEqual(decidedState)
    },
  )
})
