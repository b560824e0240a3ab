import { PictureChoices } from '#web/features/tool-page/choices/picture-choices.tsx'
import { useStyles } from './use-styles.ts'
import { useTexts } from '#web/features/tool-page/texts.ts'

/** Looks to choose from, each with an avatar that was made in it. */
export function StyleField(props: {
  /** Ids. */
  chosen: readonly string[]
  problem: string | null
  onChange: (chosen: string[]) => void
}) {
  const t = useTexts()
  return (
    <PictureChoices
      {...props}
      choices={useStyles()}
      texts={{
        label: t('looks.label'),
        all: t('looks.all'),
        none: t('looks.none'),
        failed: t('looks.loadFailed'),
      }}
    />
  )
}
