import type { SettingField } from './setting-fields.ts'

/** One page of settings, saved as a whole. */
export type SettingsGroup = Readonly<{
  /** The page's name in the navigation, and in the audit. */
  title: string
  lead?: string
  /** The sentence if the page cannot be loaded. */
  loadFailure: string
  /** The sentence after the page was saved. */
  saved: string
  sections: readonly Readonly<{
    title?: string
    lead?: string
    fields: Readonly<Record<string, SettingField>>
    test?: SettingsTest
  }>[]
}>

/** The test of a section's saved settings, which calls POST /settings/{group}/test. */
export type SettingsTest = Readonly<{ button: string; busyText: string; note: string }>

/** The test on each page whose settings decide how or to whom e-mails go. */
export const TEST_EMAIL = {
  button: 'Test-E-Mail senden',
  busyText: 'Wird gesendet …',
  note: 'Geht an die gespeicherte Admin E-Mail, sonst an die Ordination, und steht im Outbox Monitor.',
} as const satisfies SettingsTest
