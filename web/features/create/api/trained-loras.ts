import { queryOptions } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** LoRAs that the person trained, that are shared with them, and those of public studios: engines do not list them. */
export const trainedLorasQuery = queryOptions({
  queryKey: queryKeys.trainedModels,
  queryFn: async ({ signal }) => {
    const lists = await Promise.all([
      call(
        api.loraTrainings.list,
        { query: { status: 'Successful', only_owned: 'true', limit: '100' } },
        { signal },
      ),
      call(api.loraTrainings.showcase, { query: { limit: '100' } }, { signal }),
      call(api.modelShares.list, { query: { limit: '100' } }, { signal }),
    ])
    return lists
      .flatMap<{ created_model_version: string | null; project_name: string }>(
        ({ results }) => results,
      )
      .flatMap(({ created_model_version: name, project_name: title }) =>
        name === null ? [] : [{ name, title }],
      )
  },
})
