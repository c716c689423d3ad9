import type { ClientRequestOptions, ClientResponse } from 'hono/client'
import {
  type Group,
  SETTINGS,
  type SettingsChange,
  type SettingsInput,
  type ShownSettings,
  settingsSchema,
} from '../../../src/shared/settings.ts'
import { admin, adminRequestWithEtag, refreshShown } from '../../api/admin.ts'
import { requestStatus } from '../../api/status.ts'
import { type EditForm, useEditForm } from '../forms/use-edit-form.ts'
import { type SettingValues, settingValues } from './setting-values.ts'

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

/** The form of a group of settings. */
export function useSettingsForm<G extends Group>(group: G): SettingsForm<G> {
  const route: SettingsRoute<G> = ROUTES[group]
  return useEditForm<ShownSettings<G>, SettingValues, SettingsChange<G>>({
    name: group,
    load: (signal) => adminRequestWithEtag(route.$get({}, { init: { signal } })),
    save: (json, headers) => adminRequestWithEtag(route.$put({ json }, { headers })),
    onSaved: () => {
      // The practice's name, whether booking is open, the banner of the admin area, and the first steps.
      void requestStatus()
      void refreshShown()
    },
    schema: (settings) => settingsSchema(group, storedSecrets(settings)),
    empty: settingValues(group, undefined),
    valuesOf: (settings) => settingValues(group, settings),
    loadFailure: SETTINGS[group].loadFailure,
    success: SETTINGS[group].saved,
  })
}

/** The settings that the environment sets. */
export function fixedSettings(settings: object | undefined): readonly string[] {
  return (settings as { fixed?: readonly string[] } | undefined)?.fixed ?? []
}

/** Which secrets the server has. */
export function storedSecrets(settings: object | undefined): Readonly<Record<string, boolean>> {
  return (settings as { secrets?: Record<string, boolean> } | undefined)?.secrets ?? {}
}
