import { storedChoice } from './components/stored-choice.ts'

const shortcuts = storedChoice<'on' | 'off'>({ key: 'ordi_shortcuts', usual: 'on', other: 'off' })

/** Returns whether the keys are switched on. The choice holds for this browser. */
export function useShortcutsOn(): boolean {
  return shortcuts.useChoice() === 'on'
}

/** Switches the keys on or off, and stores the choice in this browser. */
export function switchShortcuts(on: boolean): void {
  shortcuts.choose(on ? 'on' : 'off')
}
