import type { ClientRequestOptions, ClientResponse } from 'hono/client'
import {
  fieldsOf,
  type Group,
  SETTINGS,
  type SettingsChange,
  type SettingsInput,
  type ShownSettings,
  settingsSchema,
} from '../../../src/shared/settings/settings.ts'
import { admin, adminRequestWithEtag, refreshShown } from '../../api/admin.ts'
import { requestStatus } from '../../api/status.ts'
import { type EditForm, useEditForm } from '../forms/use-edit-form.ts'

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

/** The values of the fields, by wire name: numbers as text, null for a secret to be removed. */
export type SettingValues = Record<string, string | boolean | null>

/** The settings of a group as its fields show them; without any, empty fields. */
export function settingValues(group: Group, settings: object | undefined): SettingValues {
  const stored = (settings ?? {}) as Readonly<Record<string, string | number | boolean | null>>
  return Object.fromEntries(
    Object.entries(fieldsOf(group)).map(([name, { input }]) => {
      const value = stored[name] ?? ''
      if (input === 'checkbox') return [name, value === true]
      return [name, input === 'date-time' ? fieldTime(String(value)) : String(value)]
    }),
  )
}

/**
 * A moment as a date-time field takes it: Vienna's wall time to the minute. This page saves it so; the API also takes an
 * instant with offset.
 */
export function fieldTime(moment: string): string {
  const wall = /[Z+-]\d*:?\d*$/.test(moment.slice(16)) ? viennaTime(moment) : moment
  return wall.slice(0, 16)
}

function viennaTime(instant: string): string {
  // The Swedish format is almost that of ISO 8601.
  return new Date(instant).toLocaleString('sv-SE', { timeZone: 'Europe/Vienna' }).replace(' ', 'T')
}
