import { Skeleton } from '@mantine/core'
import { Deferred } from '#web/ui/deferred.tsx'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'

const loadFields = () =>
  import('./source-setting-fields.tsx').then(({ SourceSettingFields }) => SourceSettingFields)

/** How the picture to start from is used. Until its fields come, their places are kept. */
export function SourceSettings({ problems }: { problems: FieldProblems }) {
  return (
    <Deferred
      load={loadFields}
      props={{ problems }}
      fallback={
        <>
          <Skeleton h={90} />
          <Skeleton h={30} />
          <Skeleton h={69} />
        </>
      }
    />
  )
}
