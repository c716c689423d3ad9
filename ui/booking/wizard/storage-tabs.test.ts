import { expect, test } from 'vitest'
import { openDevice } from '../../testing/memory-device.ts'
import { AT_REMEMBERED_REVIEW } from '../../testing/sample-wizard.ts'
import { loadWizard, saveWizard, WIZARD_KEYS } from './storage.ts'
import { EMPTY_WIZARD } from './wizard.ts'

// How several tabs of one device store the wizard: each for itself, and what it has changed for the device.

test("a new tab starts with the device's state", () => {
  const { openOtherTab, storage } = openDevice()
  saveWizard(storage, AT_REMEMBERED_REVIEW, EMPTY_WIZARD)
  expect(loadWizard(openOtherTab())).toMatchObject({
    step: 5,
    serviceId: 'erstordination',
    hold: AT_REMEMBERED_REVIEW.hold,
  })
})

test('a tab marks the hold of another tab as adopted, also after a reload', () => {
  const { openOtherTab, storage } = openDevice()
  saveWizard(storage, AT_REMEMBERED_REVIEW, EMPTY_WIZARD)
  const otherTab = openOtherTab()
  const opened = { ...EMPTY_WIZARD, ...loadWizard(otherTab) }
  saveWizard(otherTab, opened, opened)
  expect(loadWizard(otherTab).hold).toEqual({ ...AT_REMEMBERED_REVIEW.hold, adopted: true })
  expect(loadWizard(storage).hold).toEqual(AT_REMEMBERED_REVIEW.hold)
})

test('each tab restores its own choices', () => {
  const { openOtherTab, storage } = openDevice()
  saveWizard(storage, AT_REMEMBERED_REVIEW, EMPTY_WIZARD)
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
  saveWizard(storage, AT_REMEMBERED_REVIEW, EMPTY_WIZARD)
  saveWizard(openOtherTab(), { ...EMPTY_WIZARD, view: 'list' }, EMPTY_WIZARD)
  expect(deviceTexts.get(WIZARD_KEYS.remember)).toBe('true')
  expect(deviceTexts.get(WIZARD_KEYS.serviceId)).toBe('erstordination')
})

test('opening a tab writes to the device only a step that is missing and what the URL has changed', () => {
  const { deviceTexts, openOtherTab, storage } = openDevice()
  const stored = loadWizard(storage)
  const opened = { ...EMPTY_WIZARD, ...stored }
  saveWizard(openOtherTab(), opened, stored)
  expect(deviceTexts).toEqual(new Map([[WIZARD_KEYS.step, '1']]))
  saveWizard(openOtherTab(), { ...opened, step: 3, serviceId: 'akupunktur' }, stored)
  expect(loadWizard(openOtherTab())).toMatchObject({ step: 3, serviceId: 'akupunktur' })
})

test('a tab knows whether its state was begun in another tab', () => {
  const { openOtherTab, storage } = openDevice()
  saveWizard(storage, AT_REMEMBERED_REVIEW, EMPTY_WIZARD)
  expect(loadWizard(storage).fromOtherTab).toBe(false)
  expect(loadWizard(openOtherTab()).fromOtherTab).toBe(true)
})
