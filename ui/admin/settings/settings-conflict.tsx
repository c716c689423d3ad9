import type { ComponentProps } from 'react'
import { fieldsOf, type Group, secretsOf } from '../../../src/shared/settings/settings.ts'
import { EditConflictBanner } from '../forms/edit-conflict-banner.tsx'
import { settingTexts } from './setting-words.ts'

type SettingsConflictProps = { group: Group } & Omit<
  ComponentProps<typeof EditConflictBanner<object>>,
  'labels' | 'fields'
>

/** Shows what another user has saved in this group meanwhile, in the words of the form. */
export function SettingsConflict({ group, ...banner }: SettingsConflictProps) {
  return (
    <EditConflictBanner
      {...banner}
      labels={settingLabels(group)}
      fields={(settings) => settingTexts(group, settings)}
    />
  )
}

/**
 * Returns the labels by wire name. The server only says in the field `secrets` which secrets are stored, so
 * the label of this field names all secrets of the group.
 */
function settingLabels(group: Group): Readonly<Record<string, string>> {
  const labels = Object.entries(fieldsOf(group)).map(([name, { label }]) => [name, label] as const)
  const secrets = labels.filter(([name]) => (secretsOf(group) as readonly string[]).includes(name))
  return Object.fromEntries([...labels, ['secrets', secrets.map(([, label]) => label).join(', ')]])
}
