import { useQuery } from '@tanstack/react-query'
import type { ServiceModel, ServiceModelFile } from '#contract/admin-service-models.ts'
import { api, call } from '#web/lib/api.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { useAct } from './use-admin.ts'

/** How often the page looks again, and how often while a model is tried. */
const EVERY_MS = 10_000
const TRYING_MS = 1500

const isTrying = ({ trial: { state } }: ServiceModel) => state === 'wanted' || state === 'running'

/** The models that were added to a service. */
export const useServiceModels = (engine: string) =>
  useQuery({
    queryKey: adminKeys.serviceModels(engine),
    queryFn: ({ signal }) =>
      call(api.adminServiceModels.list, { params: { id: engine } }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.results.some(isTrying) === true ? TRYING_MS : EVERY_MS,
    placeholderData: (previous) => previous,
  })

/** What a service publishes now of a model that it has changed; of any other nobody asks. */
export const usePublishedNow = (engine: string, model: ServiceModel | null) => {
  const endpoint = model?.entry.endpoint ?? ''
  return useQuery({
    queryKey: adminKeys.publishedModel(engine, endpoint),
    queryFn: ({ signal }) =>
      call(api.adminServiceModels.look, { params: { id: engine }, body: { endpoint } }, { signal }),
    enabled: model !== null && model.changes.length > 0,
    gcTime: 0,
    retry: false,
  })
}

export const useLookUpServiceModel = (engine: string) =>
  useAct(
    (endpoint: string) =>
      call(api.adminServiceModels.look, { params: { id: engine }, body: { endpoint } }),
    { ownErrors: true },
  )

type Added = Parameters<typeof call<typeof api.adminServiceModels.add>>[1]['body']

/** Adds a model, or changes the one of that version. */
export const useSaveServiceModel = (engine: string) =>
  useAct(
    ({ id, entry, margin, version }: Added & { version: number | null }) =>
      version === null
        ? call(api.adminServiceModels.add, { params: { id: engine }, body: { id, entry, margin } })
        : call(api.adminServiceModels.change, {
            params: { id: engine, model: id },
            body: { version, entry, margin },
          }),
    { ownErrors: true },
  )

export const useActOnServiceModel = () =>
  useAct(
    ({
      model: { engine, id, version },
      act,
    }: {
      model: ServiceModel
      act: 'try' | 'offer' | 'pause' | 'refresh'
    }) =>
      call(api.adminServiceModels[act], { params: { id: engine, model: id }, body: { version } }),
  )

export const useRemoveServiceModel = () =>
  useAct(({ engine, id }: ServiceModel) =>
    call(api.adminServiceModels.remove, { params: { id: engine, model: id } }),
  )

export const useImportServiceModels = (engine: string) =>
  useAct((body: ServiceModelFile) =>
    call(api.adminServiceModels.import, { params: { id: engine }, body }),
  )
