import { TagsInput } from '@mantine/core'
import { PACK_LIMITS } from '#contract/values/jobs/pack-run.ts'
import { useTexts } from '../texts.ts'

/** The tags of a pack. */
export function TagsField({
  tags,
  problem,
  onChange,
}: {
  tags: string[]
  problem: string | undefined
  onChange(tags: string[]): void
}) {
  const t = useTexts()
  return (
    <TagsInput
      label={t('form.tags')}
      description={t('form.tagsHint')}
      value={tags}
      maxTags={PACK_LIMITS.tags}
      error={problem}
      onChange={onChange}
    />
  )
}
