import { expect, it } from 'vitest'
import { faultText, splitFault } from './fault-text.ts'

it('a reason is split into its sentence and the words of the server', () => {
  const stored = faultText('Abgelehnt: Der E-Mail-Server nimmt diese E-Mail nicht an.', '552 (5.3.4) too big')
  expect(splitFault(stored)).toEqual({
    sentence: 'Abgelehnt: Der E-Mail-Server nimmt diese E-Mail nicht an.',
    technical: '552 (5.3.4) too big',
  })
  expect(splitFault(faultText('Nicht erreichbar.', ''))).toEqual({
    sentence: 'Nicht erreichbar.',
    technical: '',
  })
})

it('the codes of SMS providers do not belong to the sentence', () => {
  expect(splitFault('ClickSend: Das Guthaben reicht nicht. (HTTP 402) seven.io: Ungültig. (202)')).toEqual({
    sentence: 'ClickSend: Das Guthaben reicht nicht. seven.io: Ungültig.',
    technical: 'HTTP 402, 202',
  })
  expect(splitFault('Keine SMS an Minderjährige (niemand anderer hat gebucht).').technical).toBe('')
})
