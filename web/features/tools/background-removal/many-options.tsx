import { Group, Stack, Switch } from '@mantine/core'
import { useUpload } from '#web/features/generate/api/use-source-picture.ts'
import { messageOf } from '#web/lib/errors.ts'
import { BackdropField } from '#web/features/tool-page/backdrop/backdrop-field.tsx'
import { TOOL_ROOM } from '#web/features/tool-page/batch/tool-room.ts'
import { useTexts } from '#web/features/tool-page/texts.ts'
import { Problem } from '#web/ui/problem.tsx'
import type { Choice } from './choice.ts'
import { SizeField } from './size-field.tsx'

/** What comes behind all cut-outs of an order, how large they become, and whether they get a shadow and are cropped. */
export function ManyOptions({
  choice: { backdrop, shadow, crop, size },
  onChange,
}: {
  choice: Choice
  onChange: (changes: Partial<Choice>) => void
}) {
  const t = useTexts()
  const upload = useUpload(TOOL_ROOM)
  return (
    <Stack gap="sm">
      <BackdropField
        backdrop={backdrop}
        onChange={(next) => onChange({ backdrop: next })}
        onFile={(file) =>
          upload.mutate(file, {
            onSuccess: ({ picture: { id, url } }) =>
              onChange({ backdrop: { kind: 'image', url, id } }),
          })
        }
      />
      <Problem>{upload.isError && messageOf(upload.error)}</Problem>
      <SizeField size={size} onChange={(next) => onChange({ size: next })} />
      <Group gap="lg">
        <Switch
          label={t('cutout.shadow')}
          checked={shadow}
          onChange={({ currentTarget }) => onChange({ shadow: currentTarget.checked })}
        />
        {size === null && (
          <Switch
            label={t('cutout.crop')}
            checked={crop}
            onChange={({ currentTarget }) => onChange({ crop: currentTarget.checked })}
          />
        )}
      </Group>
    </Stack>
  )
}
