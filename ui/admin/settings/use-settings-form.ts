import type { ClientRequestOptions, ClientResponse } from 'hono/client'
import { type Group, SETTINGS, type ShownSettings } from '../../../src/shared/settings/settings.ts'
import {
  type SettingsChange,
  type SettingsInput,
  settingsSchema,
} from '../../../src/shared/settings/settings-schema.ts'
import { admin, adminRequestWithEtag, refreshAdminData } from '../../api/admin.ts'
import { requestStatus } from '../../api/status.ts'
import { type EditForm, useEditForm } from '../forms/use-edit-form.ts'
import { type SettingValues, settingValues } from './setting-values.ts'

/** The calls that read and save a group. `$put` returns the saved settings and sentences for the user. */
type SettingsRoute<G extends Group> = {
  $get(args: object, options: ClientRequestOptions): Promise<ClientResponse<ShownSettings<G>>>
  $put(
    args: { json: SettingsInput<G> },
    options: ClientRequestOptions,
  ): Promise<ClientResponse<ShownSettings<G> & { message: string; statusText?: string | undefined }>>
}

const ROUTES: { [G in Group]: SettingsRoute<G> } = {
  practice: admin.practice,
  general: admin.settings.general,
  urls: admin.settings.urls,
  smtp: admin.settings.smtp,
  odoo: admin.settings.odoo,
  clicksend: admin.settings.clicksend,
  sevenio: admin.settings.sevenio,
}

export type SettingsForm<G extends Group> = EditForm<ShownSettings<G>, SettingValues, SettingsChange<G>>

/** Returns the form of a group of settings, which loads and saves them. */
export function useSettingsForm<G extends Group>(group: G): SettingsForm<G> {
  const route: SettingsRoute<G> = ROUTES[group]
  return useEditForm<ShownSettings<G>, SettingValues, SettingsChange<G>>({
    name: group,
    load: (signal) => adminRequestWithEtag(route.$get({}, { init: { signal } })),
    save: (json, headers) => adminRequestWithEtag(route.$put({ json }, { headers })),
    onSaved: () => {
      // Every page shows the practice's name and whether booking is open, and the admin area's banner and
      // first steps depend on the settings too.
      void requestStatus()
      void refreshAdminData()
    },
    schema: (settings) => settingsSchema(group, storedSecrets(settings)),
    empty: settingValues(group, undefined),
    valuesOf: (settings) => settingValues(group, settings),
    loadFailure: SETTINGS[group].loadFailure,
    success: SETTINGS[group].saved,
  })
}

/** The facts about the settings of any group that the server sends beside their values. */
type AnySettings = {
  readonly fixed?: readonly string[]
  readonly secrets?: Readonly<Record<string, boolean>>
}

/** Returns the wire names of the settings that the environment sets, so that the page cannot change them. */
export function fixedSettings(settings: AnySettings | undefined): readonly string[] {
  return settings?.fixed ?? []
}

/**
 * Returns for each secret, by wire name, whether the server has stored one. The secret itself is never sent.
 */
export function storedSecrets(settings: AnySettings | undefined): Readonly<Record<string, boolean>> {
  return settings?.secrets ?? {}
}
