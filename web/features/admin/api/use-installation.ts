import { useQuery } from '@tanstack/react-query'
import type { AdminBrand } from '#contract/admin-brands.ts'
import type { SettingChange } from '#contract/admin-settings.ts'
import type { SetupStep, SetupStepName } from '#contract/setup.ts'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { useAct, useAdminList, withCursor } from './use-admin.ts'

export const useSetupSteps = () =>
  useQuery({
    queryKey: adminKeys.setup,
    queryFn: ({ signal }) => call(api.adminSetup.list, {}, { signal }),
    refetchOnMount: 'always',
    placeholderData: (previous) => previous,
  })

export const useMarkStep = () =>
  useAct(({ step, state }: { step: SetupStepName; state: SetupStep['state'] }) =>
    call(api.adminSetup.mark, { params: { step }, body: { state } }),
  )

export const useSettings = () =>
  useQuery({
    queryKey: adminKeys.settings,
    queryFn: ({ signal }) => call(api.adminSettings.list, {}, { signal }),
    refetchOnMount: 'always',
    placeholderData: (previous) => previous,
  })

export const useChangeSettings = () =>
  useAct((body: Record<string, string | null>) => call(api.adminSettings.change, { body }), {
    ownErrors: true,
    also: queryKeys.plans,
  })

export const useSettingChanges = () =>
  useAdminList<SettingChange>(adminKeys.settingChanges, (cursor, signal) =>
    call(api.adminSettings.changes, { query: withCursor(cursor) }, { signal }),
  )

export const usePlanSettings = () =>
  useAct(
    (body: { starts_at: string; changes: Record<string, string | null> }) =>
      call(api.adminSettings.plan, { body }),
    { ownErrors: true },
  )

export const useCancelPlanned = () =>
  useAct((id: string) => call(api.adminSettings.cancelPlan, { params: { id } }))

export const useUndoChange = () =>
  useAct((id: string) => call(api.adminSettings.undo, { params: { id }, body: {} }), {
    also: queryKeys.plans,
  })

export type TestedPart = Parameters<typeof call<typeof api.adminSettings.test>>[1]['body']['what']

/** Tries a part with what was entered, which is not stored. */
export const useTestSettings = () =>
  useAct(
    (body: { what: TestedPart; changes: Record<string, string | null> }) =>
      call(api.adminSettings.test, { body }),
    { ownErrors: true },
  )

export const useBrands = () =>
  useQuery({
    queryKey: adminKeys.brands,
    queryFn: ({ signal }) => call(api.adminBrands.list, {}, { signal }),
    refetchOnMount: 'always',
    placeholderData: (previous) => previous,
  })

type BrandChange = Parameters<typeof call<typeof api.adminBrands.change>>[1]['body']

export const useUndoBrand = () =>
  useAct(({ id, changed_at }: Pick<AdminBrand, 'id' | 'changed_at'>) =>
    call(api.adminBrands.undo, { params: { id }, body: { changed_at } }),
  )

/**
 * Changes a brand, and sends its logo where one was chosen.
 * @param onChanged called with the brand after each of both: a logo can be refused after the rest was saved
 */
export const useChangeBrand = (onChanged: (brand: AdminBrand) => void) =>
  useAct(
    async ({ id, logo, ...body }: BrandChange & { id: string; logo: File | null }) => {
      onChanged(await call(api.adminBrands.change, { params: { id }, body }))
      if (logo === null) return
      const form = new FormData()
      form.set('image', logo)
      onChanged(await call(api.adminBrands.changeLogo, { params: { id }, body: form }))
    },
    { ownErrors: true },
  )
