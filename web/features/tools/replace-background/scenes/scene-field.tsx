import { Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { PHOTO_BACKGROUNDS } from '#contract/photo-backgrounds.ts'
import classes from '#web/features/generate/panel/image-tiles.module.css'
import { RadioTiles } from '#web/features/generate/panel/radio-tiles.tsx'
import { useBackgrounds } from '#web/features/tool-page/choices/use-backgrounds.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { useTexts } from './texts.ts'

/** Studios and places, each by an image of somebody before it, and photographs. */
export function SceneField({
  scene,
  problem,
  onChange,
}: {
  /** Id. */
  scene: string
  problem: string | null
  onChange: (scene: string) => void
}) {
  const t = useTexts()
  const label = useId()
  const { data, isPending, isError, refetch } = useBackgrounds()
  const scenes = [
    ...(data?.results ?? []),
    ...PHOTO_BACKGROUNDS.map((id) => ({
      id,
      name: t(`photo.${id}`),
      sample_url: `/tools/backgrounds/${id}-small.webp`,
    })),
  ]
  const hasChosen = scenes.some(({ id }) => id === scene)
  return (
    <div>
      <Text size="sm" fw={700} mb={6} id={label}>
        {t('scenes.label')}
      </Text>
      {isError && <ErrorState what={t('scenes.failed')} onRetry={() => void refetch()} />}
      {isPending && <Skeleton h={200} />}
      <RadioTiles label={label} className={classes.tiles}>
        {scenes.map(({ id, name, sample_url: sample }, place) => (
          <UnstyledButton
            key={id}
            role="radio"
            aria-checked={id === scene}
            tabIndex={id === scene || (!hasChosen && place === 0) ? 0 : -1}
            data-checked={id === scene || undefined}
            className={classes.tile}
            onClick={() => onChange(id)}
          >
            {sample !== null && <img src={sample} alt="" width={80} height={100} loading="lazy" />}
            <span>{name}</span>
          </UnstyledButton>
        ))}
      </RadioTiles>
      <Problem mt={6}>{problem}</Problem>
    </div>
  )
}
