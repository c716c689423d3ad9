import type { ComponentProps } from 'react'
import { fieldsOf, type Group, secretsOf } from '../../../src/shared/settings/settings.ts'
import { ConflictBanner } from '../forms/conflict-banner.tsx'
import { settingTexts } from './setting-words.ts'

/** Shows what another user has saved in this group meanwhile, in the words of the form. */
export function SettingsConflict({
  group,
  ...rest
}: { group: Group } & Omit<ComponentProps<typeof ConflictBanner<object>>, 'labels' | 'fields'>) {
  return (
    <ConflictBanner
      {...rest}
      labels={settingLabels(group)}
      fields={(settings) => settingTexts(group, settings)}
    />
  )
}

/** The labels by wire name. A changed secret is known by `secrets` alone. */
function settingLabels(group: Group): Readonly<Record<string, string>> {
  const labels = Object.entries(fieldsOf(group)).map(([name, { label }]) => [name, label] as const)
  const secrets = labels.filter(([name]) => (secretsOf(group) as readonly string[]).includes(name))
  return Object.fromEntries([...labels, ['secrets', secrets.map(([, label]) => label).join(', ')]])
}
