import { describe, expect, test } from 'vitest'
import { type BrowserStorage, safeStorage } from '../../patient/browser-storage.ts'
import { openDevice } from '../../testing/memory-device.ts'
import {
  AT_REMEMBERED_REVIEW,
  otherSlotChosen,
  SAMPLE_BOOKED,
  SAMPLE_HOLD,
  WIZARD_NOW,
} from '../../testing/sample-wizard.ts'
import { initialWizard } from './initial-state.ts'
import { loadWizard, saveWizard, WIZARD_KEYS } from './storage.ts'
import { EMPTY_WIZARD, hasLostTime, type Wizard } from './wizard.ts'
import { wizardReducer } from './wizard-reducer.ts'

/** Saves a wizard whose hold has expired in step 4, and returns it. */
function saveLostTime(storage: BrowserStorage): Wizard {
  saveWizard(storage, AT_REMEMBERED_REVIEW, EMPTY_WIZARD)
  const lost = wizardReducer({ ...AT_REMEMBERED_REVIEW, step: 4 }, { type: 'hold expired' })
  saveWizard(storage, lost, AT_REMEMBERED_REVIEW)
  return lost
}

/** Returns the wizard that a reload opens in step 4, at the moment when the hold expires. */
function reopenStep4(storage: BrowserStorage): Wizard {
  const now = { ...WIZARD_NOW, instant: SAMPLE_HOLD.expiresAt }
  return initialWizard(loadWizard(storage), { search: '', hash: '#step-4' }, now)
}

describe('a reload', () => {
  test('restores everything that was chosen', () => {
    const { storage } = openDevice()
    saveWizard(storage, AT_REMEMBERED_REVIEW, EMPTY_WIZARD)
    expect(loadWizard(storage)).toEqual({ ...AT_REMEMBERED_REVIEW, notice: undefined, fromOtherTab: false })
  })

  test('remembers that the time was lost in step 4', () => {
    const { storage } = openDevice()
    const lost = saveLostTime(storage)
    expect(reopenStep4(storage)).toEqual(lost)
    expect(hasLostTime(reopenStep4(storage))).toBe(true)
  })

  test('forgets that a time was lost once another time is chosen', () => {
    const { storage } = openDevice()
    saveLostTime(storage)
    const chosen = wizardReducer(reopenStep4(storage), otherSlotChosen)
    saveWizard(storage, chosen, reopenStep4(storage))
    expect(reopenStep4(storage)).toEqual(chosen)
    expect(hasLostTime(reopenStep4(storage))).toBe(false)
  })

  test('remembers that the hold came with an offer', () => {
    const { storage } = openDevice()
    const hold = { ...SAMPLE_HOLD, offered: true as const }
    saveWizard(storage, { ...AT_REMEMBERED_REVIEW, hold }, EMPTY_WIZARD)
    expect(loadWizard(storage).hold).toEqual(hold)
  })

  test('restores the booking, in this tab only', () => {
    const { openOtherTab, storage } = openDevice()
    const booked = { ...SAMPLE_BOOKED, hint: 'Nüchtern kommen.' }
    saveWizard(storage, { ...EMPTY_WIZARD, step: 6, booked }, AT_REMEMBERED_REVIEW)
    expect(loadWizard(storage).booked).toEqual(booked)
    expect(loadWizard(openOtherTab()).booked).toBeUndefined()
  })
})

describe('on the device', () => {
  test('the hold is stored as its id and the ISO instant at which it expires', () => {
    const { deviceTexts, storage } = openDevice()
    saveWizard(storage, AT_REMEMBERED_REVIEW, EMPTY_WIZARD)
    const expiresAt = new Date(SAMPLE_HOLD.expiresAt).toISOString()
    expect(deviceTexts.get(WIZARD_KEYS.hold)).toBe(`{"id":"${SAMPLE_HOLD.id}","expiresAt":"${expiresAt}"}`)
  })

  test('a booking leaves no step, date, slot, service or hold behind', () => {
    const { deviceTexts, storage } = openDevice()
    saveWizard(storage, AT_REMEMBERED_REVIEW, EMPTY_WIZARD)
    const atEnd: Wizard = { ...EMPTY_WIZARD, step: 6, booked: SAMPLE_BOOKED, remember: true }
    saveWizard(storage, atEnd, AT_REMEMBERED_REVIEW)
    expect([...deviceTexts.keys()]).toEqual([WIZARD_KEYS.remember])
  })
})

describe('a storage', () => {
  test.each(['', 'null', '{', '[]', '"x"', '{"id":1}', '{"start":"gestern"}', '7'])(
    'gives no value for the unreadable text %j',
    (text) => {
      const { storage, tabTexts } = openDevice()
      for (const key of Object.values(WIZARD_KEYS)) tabTexts.set(key, text)
      expect(loadWizard(storage)).toMatchObject({
        visit: undefined,
        slot: undefined,
        hold: undefined,
        booked: undefined,
        view: 'calendar',
      })
    },
  )

  test('that throws is ignored', () => {
    const blocked = safeStorage(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    saveWizard({ tab: blocked, device: blocked }, AT_REMEMBERED_REVIEW, EMPTY_WIZARD)
    const stored = loadWizard({ tab: blocked, device: blocked })
    expect(stored).toMatchObject({ serviceId: undefined })
    expect(stored.step).toBeUndefined()
  })
})
