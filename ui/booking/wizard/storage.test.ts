import { describe, expect, test } from 'vitest'
import { type BrowserStorage, safeStorage } from '../../patient/browser-storage.ts'
import { openDevice } from '../../testing/memory-device.ts'
import { initialWizard } from './initial-state.ts'
import { loadWizard, saveWizard, WIZARD_KEYS } from './storage.ts'
import { EMPTY_WIZARD, hasLostTime, type Wizard } from './wizard.ts'
import { wizardReducer } from './wizard-reducer.ts'

const HOLD_EXPIRES = '2027-01-07T12:50:00.000Z'

/** A wizard in the review, the fifth step. */
const IN_REVIEW: Wizard = {
  ...EMPTY_WIZARD,
  step: 5,
  visit: 'first',
  serviceId: 'erstordination',
  day: '2027-01-12',
  slot: { start: '2027-01-12T08:30:00+01:00', end: '2027-01-12T09:15:00+01:00' },
  hold: { id: 'hold-1', expiresAt: Date.parse(HOLD_EXPIRES) },
  view: 'list',
  remember: true,
}

/** Lets the hold expire in step 4, and returns the wizard that is saved then. */
function saveLostTime(storage: BrowserStorage): Wizard {
  saveWizard(storage, IN_REVIEW, EMPTY_WIZARD)
  const lost = wizardReducer({ ...IN_REVIEW, step: 4 }, { type: 'hold expired' })
  saveWizard(storage, lost, IN_REVIEW)
  return lost
}

/** Returns the wizard that a reload opens in step 4, at the moment when the hold expires. */
function reopenStep4(storage: BrowserStorage): Wizard {
  const now = { instant: Date.parse(HOLD_EXPIRES), today: () => '2027-01-07' }
  return initialWizard(loadWizard(storage), { search: '', hash: '#step-4' }, now)
}

describe('a reload', () => {
  test('restores everything that was chosen', () => {
    const { storage } = openDevice()
    saveWizard(storage, IN_REVIEW, EMPTY_WIZARD)
    expect(loadWizard(storage)).toEqual({ ...IN_REVIEW, notice: undefined, fromOtherTab: false })
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
    const slot = { start: '2027-01-13T08:30:00+01:00', end: '2027-01-13T09:15:00+01:00' }
    const chosen = wizardReducer(reopenStep4(storage), { type: 'slot chosen', slot, day: '2027-01-13' })
    saveWizard(storage, chosen, reopenStep4(storage))
    expect(reopenStep4(storage)).toEqual(chosen)
    expect(hasLostTime(reopenStep4(storage))).toBe(false)
  })

  test('restores the booking, in this tab only', () => {
    const { openOtherTab, storage } = openDevice()
    const booked = {
      id: 'b-1',
      start: '2027-01-12T08:30:00+01:00',
      serviceName: 'Erstordination',
      duration: '',
      hint: 'Nüchtern kommen.',
      email: 'a@b.at',
    }
    saveWizard(storage, { ...EMPTY_WIZARD, step: 6, booked }, IN_REVIEW)
    expect(loadWizard(storage).booked).toEqual(booked)
    expect(loadWizard(openOtherTab()).booked).toBeUndefined()
  })
})

describe('on the device', () => {
  test('the hold is stored as id and expiresAt', () => {
    const { deviceTexts, storage } = openDevice()
    saveWizard(storage, IN_REVIEW, EMPTY_WIZARD)
    expect(deviceTexts.get(WIZARD_KEYS.hold)).toBe(`{"id":"hold-1","expiresAt":"${HOLD_EXPIRES}"}`)
  })

  test('a booking leaves no step, date, slot, service or hold behind', () => {
    const { deviceTexts, storage } = openDevice()
    saveWizard(storage, IN_REVIEW, EMPTY_WIZARD)
    const booked = { id: 'b-1', start: '', serviceName: '', duration: '', hint: '', email: '' }
    saveWizard(storage, { ...EMPTY_WIZARD, step: 6, booked, remember: true }, IN_REVIEW)
    expect([...deviceTexts.keys()]).toEqual([WIZARD_KEYS.remember])
  })
})

describe('two tabs', () => {
  test("a new tab starts with the device's state", () => {
    const { openOtherTab, storage } = openDevice()
    saveWizard(storage, IN_REVIEW, EMPTY_WIZARD)
    expect(loadWizard(openOtherTab())).toMatchObject({
      step: 5,
      serviceId: 'erstordination',
      hold: IN_REVIEW.hold,
    })
  })

  test('a tab remembers that its hold came with an offer', () => {
    const { storage } = openDevice()
    const hold = { id: 'h-1', expiresAt: Date.parse('2027-01-12T10:00:00Z'), offered: true as const }
    saveWizard(storage, { ...IN_REVIEW, hold }, EMPTY_WIZARD)
    expect(loadWizard(storage).hold).toEqual(hold)
  })

  test('a tab marks the hold of another tab as adopted, also after a reload', () => {
    const { openOtherTab, storage } = openDevice()
    saveWizard(storage, IN_REVIEW, EMPTY_WIZARD)
    const otherTab = openOtherTab()
    const opened = { ...EMPTY_WIZARD, ...loadWizard(otherTab) }
    saveWizard(otherTab, opened, opened)
    expect(loadWizard(otherTab).hold).toEqual({ ...IN_REVIEW.hold, adopted: true })
    expect(loadWizard(storage).hold).toEqual(IN_REVIEW.hold)
  })

  test('each tab restores its own choices', () => {
    const { openOtherTab, storage } = openDevice()
    saveWizard(storage, IN_REVIEW, EMPTY_WIZARD)
    const otherTab = openOtherTab()
    saveWizard(otherTab, { ...EMPTY_WIZARD, step: 3, visit: 'return', serviceId: 'akupunktur' }, EMPTY_WIZARD)
    expect(loadWizard(storage)).toMatchObject({ step: 5, visit: 'first', serviceId: 'erstordination' })
    expect(loadWizard(otherTab)).toMatchObject({
      step: 3,
      visit: 'return',
      serviceId: 'akupunktur',
      hold: undefined,
    })
  })

  test('a tab overwrites on the device only what it has changed', () => {
    const { deviceTexts, openOtherTab, storage } = openDevice()
    saveWizard(storage, IN_REVIEW, EMPTY_WIZARD)
    saveWizard(openOtherTab(), { ...EMPTY_WIZARD, view: 'list' }, EMPTY_WIZARD)
    expect(deviceTexts.get(WIZARD_KEYS.remember)).toBe('true')
    expect(deviceTexts.get(WIZARD_KEYS.serviceId)).toBe('erstordination')
  })

  test('opening a tab writes to the device only what the URL has changed', () => {
    const { deviceTexts, openOtherTab, storage } = openDevice()
    const stored = loadWizard(storage)
    const opened = { ...EMPTY_WIZARD, ...stored }
    saveWizard(openOtherTab(), opened, stored)
    expect(deviceTexts).toEqual(new Map())
    saveWizard(openOtherTab(), { ...opened, step: 3, serviceId: 'akupunktur' }, stored)
    expect(loadWizard(openOtherTab())).toMatchObject({ step: 3, serviceId: 'akupunktur' })
  })

  test('a tab knows whether its state was begun in another tab', () => {
    const { openOtherTab, storage } = openDevice()
    saveWizard(storage, IN_REVIEW, EMPTY_WIZARD)
    expect(loadWizard(storage).fromOtherTab).toBe(false)
    expect(loadWizard(openOtherTab()).fromOtherTab).toBe(true)
  })
})

describe('a storage that cannot be used', () => {
  test.each(['', 'null', '{', '[]', '"x"', '{"id":1}', '{"start":"gestern"}', '7'])(
    'gives no value for the text %j',
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

  test('is ignored when it throws', () => {
    const blocked = safeStorage(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    saveWizard({ tab: blocked, device: blocked }, IN_REVIEW, EMPTY_WIZARD)
    expect(loadWizard({ tab: blocked, device: blocked })).toMatchObject({ step: 1, serviceId: undefined })
  })
})
